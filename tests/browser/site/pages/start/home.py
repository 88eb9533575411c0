"""Home — is the shell there?"""

import streamlit as st

st.title("Home")

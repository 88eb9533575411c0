"""Home — does the app start?"""

import streamlit as st

st.title("Home")

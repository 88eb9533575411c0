"""Start here — what can a kernel see?"""

import streamlit as st

st.title("Start here")
st.write("What can a kernel see?")

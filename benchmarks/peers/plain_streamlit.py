"""Plain Streamlit page of the figure: ``streamlit run benchmarks/peers/plain_streamlit.py``."""

import streamlit as st
from figure import figure

st.set_page_config(layout="wide")
st.plotly_chart(figure(st.slider("log gamma", -3.0, 3.0, 0.0, 0.05)), key="picture")

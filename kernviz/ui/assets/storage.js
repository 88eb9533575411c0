// Values stored in this browser only. Storage may be unavailable, and private windows may refuse to store.
export function storedText(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

// Store a text, or remove it for null.
export function storeText(key, text) {
  try {
    text === null ? localStorage.removeItem(key) : localStorage.setItem(key, text);
  } catch {
    // the value is lost when the page is closed
  }
}

// The stored value, null if there is none or if it is invalid.
export function stored(key) {
  try {
    return JSON.parse(storedText(key));
  } catch {
    return null;
  }
}

export const store = (key, value) => storeText(key, JSON.stringify(value));

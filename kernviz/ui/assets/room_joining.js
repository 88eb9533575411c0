// Invitation to join a room: its code, its link, and the QR code. A press enlarges them to the whole screen.
import { element, shape } from "./elements.js";
import { inWords } from "./words.js";

export function wayIn(room, large, enlarge) {
  const qr = shape("svg", {
    class: "kv-qr",
    viewBox: `-3 -3 ${room.size + 6} ${room.size + 6}`,
    role: "img",
    "aria-label": inWords("QR code of the link"),
  });
  qr.append(shape("path", { d: room.path, fill: "#000" }));
  const code = `${room.code.slice(0, 3)} ${room.code.slice(3)}`;
  const words = element("div", {}, [
    element("div", { className: "kv-code", textContent: code }),
    element("div", { textContent: room.text }),
  ]);
  if (room.alone)
    words.append(
      element("div", {
        className: "kv-told",
        textContent: inWords(
          "Only this computer can open that link: open this page at an address that others can reach.",
        ),
      }),
    );
  const way = element(
    "div",
    {
      className: "kv-way" + (large ? " kv-large" : ""),
      role: "button",
      tabIndex: 0,
      title: inWords("Enlarge the code"),
      onclick: () => enlarge(way),
      onkeydown: (event) => {
        const closes = event.key === "Escape" && way.classList.contains("kv-large");
        if (event.key !== "Enter" && event.key !== " " && !closes) return;
        event.preventDefault();
        event.stopPropagation(); // Esc and Space are also keys of the presentation
        enlarge(way);
      },
    },
    [qr, words],
  );
  way.dataset.key = "way";
  return way;
}

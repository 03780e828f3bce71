// Takes what the server tells into the page. Nothing is ever sent back.
"use strict";

const PATIENCE = 4000; // milliseconds until the next try when the server has no room

const words = document.getElementById("words");
const news = document.getElementById("news");
const lost = document.getElementById("lost");

function show(scene) {
  document.title = scene.title;
  words.innerHTML = scene.words; // escaped by the server
  news.textContent = scene.news;
  for (const one of document.querySelectorAll("picture source, picture img")) {
    const name = one.localName === "img" ? "src" : "srcset";
    const path = one.getAttribute(name).split("?")[0];
    one.setAttribute(name, `${path}?${scene.number}`);
  }
  document.body.dataset.number = scene.number;
}

function listen() {
  const events = new EventSource("events");
  events.onopen = () => { lost.hidden = true; };
  events.onmessage = (event) => {
    lost.hidden = true;
    show(JSON.parse(event.data));
  };
  events.onerror = () => {
    lost.hidden = false;
    if (events.readyState === EventSource.CLOSED) {
      setTimeout(listen, PATIENCE);
    }
  };
}

listen();

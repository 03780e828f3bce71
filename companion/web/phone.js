// Sends pictures of the dice, and shows what the program sees in them. Nothing is kept here.
"use strict";

const PACE = 100; // milliseconds between two pictures of a film, at least
const LOOK = 2000; // milliseconds between two looks at what is seen, while no film runs
const PATIENCE = 8000; // milliseconds to wait for an answer; a photograph is read meanwhile
const FILM = 1280, PHOTOGRAPH = 1920; // longest side of what is sent, in pixels

const part = (id) => document.getElementById(id);
const main = part("phone"), said = part("said"), picture = part("picture"), film = part("film");
const other = part("other"), start = part("start"), file = part("file");
const shot = document.createElement("canvas");
const pause = (time) => new Promise((go) => setTimeout(go, time));
const phone = location.hash.slice(1) || main.dataset.phone; // the encrypted page is of the same phone
let filming = false, photographing = false, takeOver = false;

function say(words, bad) {
  if (words && said.textContent !== words) said.textContent = words;
  said.classList.toggle("problem", Boolean(bad));
}

// Returns the answer's status; 0 when there was none.
async function ask(path, body, headers = {}) {
  const stop = new AbortController(), late = setTimeout(() => stop.abort(), PATIENCE + (body ? 4000 : 0));
  try {
    const more = takeOver ? { "X-Take-Over": "yes" } : {};
    const answer = await fetch(path, { method: "POST", body, headers: { "X-Phone": phone, ...more, ...headers }, signal: stop.signal });
    other.hidden = answer.status !== 409;
    if (answer.status === 404) say(main.dataset.over, true);
    if (answer.ok || answer.status === 422) {
      takeOver = false;
      const seen = await answer.json();
      say(seen.words, seen.bad);
      part("asked").textContent = seen.asked;
      if (body) show(seen.dice);
    }
    return answer.status;
  } catch {
    say(main.dataset.lost, true);
    return 0;
  } finally {
    clearTimeout(late);
  }
}

function shoot(source, wide, high, most) {
  const scale = Math.min(1, most / Math.max(wide, high));
  shot.width = Math.round(wide * scale);
  shot.height = Math.round(high * scale);
  shot.getContext("2d").drawImage(source, 0, 0, shot.width, shot.height);
  return new Promise((done) => shot.toBlob(done, "image/jpeg", 0.88));
}

// Draws the picture that was sent, and a box with the face at each die.
function show(dice) {
  const wide = picture.width = shot.width, high = picture.height = shot.height;
  const pen = picture.getContext("2d");
  pen.drawImage(shot, 0, 0);
  pen.lineWidth = Math.max(3, wide / 200);
  pen.font = `bold ${Math.max(28, wide / 18)}px system-ui, sans-serif`;
  for (const [x, y, w, h, face, sure] of dice) {
    pen.strokeStyle = pen.fillStyle = sure ? "#60dc60" : "#ffb030";
    pen.setLineDash(sure ? [] : [pen.lineWidth * 3, pen.lineWidth * 2]);
    pen.strokeRect(x * wide, y * high, w * wide, h * high);
    const name = sure ? face : `${face}?`;
    pen.fillText(name, x * wide, y * high > 60 ? y * high - 8 : (y + h) * high + wide / 18);
  }
  picture.dataset.faces = dice.map((die) => die[4]).join(" ");
  picture.hidden = false;
}

async function stayAwake() {
  try { await navigator.wakeLock.request("screen"); } catch { /* older browsers have none */ }
}

async function run() {
  if (filming) return;
  filming = true;
  start.hidden = true;
  try {
    const wish = { facingMode: "environment", width: { ideal: FILM }, height: { ideal: 720 } };
    const stream = await navigator.mediaDevices.getUserMedia({ video: wish, audio: false });
    const [track] = stream.getVideoTracks();
    film.srcObject = stream;
    await film.play();
    stayAwake();
    while (track.readyState === "live" && document.visibilityState === "visible") {
      let wait = PACE;
      if (!photographing && film.videoWidth) {
        const status = await ask("film", await shoot(film, film.videoWidth, film.videoHeight, FILM));
        if (status === 0 || status >= 400 && status !== 429) wait = 1000;
      }
      await pause(wait);
    }
    stream.getTracks().forEach((one) => one.stop()); // a phone that was locked opens it anew
  } catch {
    say(main.dataset.refused, true);
    start.hidden = false;
  }
  filming = false;
  if (start.hidden && document.visibilityState === "visible") setTimeout(run, 1000);
}

// Sends it again until the laptop has it: the number says that it is the same one.
async function photograph() {
  const [taken] = file.files;
  if (!taken || photographing) return;
  photographing = true;
  say(main.dataset.sending, false);
  try {
    const image = await createImageBitmap(taken);
    const body = await shoot(image, image.width, image.height, PHOTOGRAPH);
    const number = `${phone}-${Date.now()}`;
    for (let status = 429; [0, 408, 409, 429].includes(status);) {
      status = await ask("photograph", body, { "X-Number": number });
      if (status !== 200) await pause(1000);
    }
  } catch {
    say(main.dataset.refused, true);
  }
  file.value = "";
  photographing = false;
}

async function look() {
  if (!filming && !photographing && document.visibilityState === "visible") await ask("seen");
  setTimeout(look, LOOK);
}

part("take").onclick = () => { takeOver = true; };
file.onchange = photograph;
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState !== "visible") return;
  if (start && start.hidden) run();
  stayAwake();
});
if (start) {
  start.onclick = run;
  run();
} else {
  stayAwake();
}
photograph(); // what was chosen before this script ran
look();

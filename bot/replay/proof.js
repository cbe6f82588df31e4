"use strict";
// Checks a match in the browser: SHA-256 and HMAC written out, since a file opened from a disk may
// be refused crypto.subtle.

const K = [], H = [];
(() => {
  // The first 32 bits of the fractions of the cube (and square) roots of the first 64 (8) primes.
  const root = (prime, power) => {
    // The whole part of 2^32 times the root, found bit by bit with whole numbers only.
    let found = 0n;
    for (let bit = 1n << 36n; bit; bit >>= 1n) {
      const tried = found + bit;
      if (tried ** power <= BigInt(prime) << (32n * power)) found = tried;
    }
    return Number(found & 0xffffffffn);
  };
  for (let number = 2; K.length < 64; number++) {
    let prime = true;
    for (let other = 2; other * other <= number; other++) prime = prime && number % other > 0;
    if (!prime) continue;
    if (H.length < 8) H.push(root(number, 2n));
    K.push(root(number, 3n));
  }
})();

const bytesOf = (text) => new TextEncoder().encode(text);
const hexOf = (bytes) => Array.from(bytes, (one) => one.toString(16).padStart(2, "0")).join("");

function sha256(bytes) {
  const length = bytes.length, padded = new Uint8Array(((length + 8) >> 6 << 6) + 64);
  padded.set(bytes);
  padded[length] = 128;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(length / 2 ** 29));
  view.setUint32(padded.length - 4, length << 3);
  const hash = H.slice(), words = new Int32Array(64);
  const turned = (word, by) => (word >>> by) | (word << (32 - by));
  for (let start = 0; start < padded.length; start += 64) {
    for (let at = 0; at < 64; at++) {
      if (at < 16) {
        words[at] = view.getInt32(start + 4 * at);
        continue;
      }
      const early = words[at - 15], late = words[at - 2];
      const low = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
      const high = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
      words[at] = words[at - 16] + low + words[at - 7] + high;
    }
    let [a, b, c, d, e, f, g, h] = hash;
    for (let at = 0; at < 64; at++) {
      const high = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
      const one = (h + high + ((e & f) ^ (~e & g)) + K[at] + words[at]) | 0;
      const low = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
      const two = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, at) => (hash[at] = (hash[at] + word) | 0));
  }
  const found = new Uint8Array(32), out = new DataView(found.buffer);
  hash.forEach((word, at) => out.setInt32(4 * at, word));
  return found;
}

const hashOf = (text) => hexOf(sha256(bytesOf(text)));

function hmac(key, message) {
  const short = key.length > 64 ? sha256(key) : key;
  const padded = (mask, rest) => {
    const all = new Uint8Array(64 + rest.length).fill(mask, 0, 64);
    short.forEach((one, at) => (all[at] ^= one));
    all.set(rest, 64);
    return sha256(all);
  };
  return padded(0x5c, padded(0x36, message));
}

// The face of one draw, as the referee throws it: HMAC-SHA256 of its place under the seed; numbers
// past the last whole multiple of the faces are thrown away.
function faceOf(seed, name, entry, draw, faces) {
  const count = BigInt(faces.length), all = 1n << 256n, limit = all - (all % count);
  for (let attempt = 0; ; attempt++) {
    const place = bytesOf(`${name}/${entry}/${draw}:${attempt}`);
    const number = BigInt("0x" + hexOf(hmac(bytesOf(seed), place)));
    if (number < limit) return faces[Number(number % count)];
  }
}

// What the dice are thrown under: the match, with the words of the players mixed in.
function nameOf(header) {
  const seats = Object.keys(header.salts).sort();
  if (!seats.length) return header.commitment;
  const words = seats.map((seat) => `${seat} ${header.salts[seat]}`).join("\n");
  return `${header.commitment}/${hashOf(words)}`;
}

function newReport(proof) {
  return {
    dice: 0, loaded: 0, unshown: 0, foreign: 0, changed: 0, lines: [], troubles: [], marked: [],
    chain: hashOf(proof.header), header: JSON.parse(proof.header), hashes: [], kinds: {},
    shown: [], trusted: [],
  };
}

function complain(report, number, what) {
  report.troubles.push(`#${number}: ${what}`);
  report.marked.push(Number(number));
}

// The seeds fit what was promised, and each promise was made before it was needed.  A seed whose
// promise is not in this page is not used.
function checkSeeds(proof, report) {
  let before = -1;
  for (const era of proof.seeds) {
    const text = era.from ? (proof.rows[era.from - 1] || [])[2] : null;
    const promised = era.from ? text && JSON.parse(text)[1].commits : report.header.commitment;
    const known = !era.from || text;
    if ((known && promised !== era.commitment) || era.from <= before || (before < 0 && era.from)) {
      report.troubles.push(`What was promised of the dice from #${era.from} on is not this.`);
    } else if (era.seed && hashOf(era.seed) !== era.commitment) {
      report.troubles.push(`The seed of the dice from #${era.from} on is not the promised one.`);
    } else report.trusted.push({ from: era.from, seed: known && era.seed });
    before = era.from;
  }
}

// The faces of a die are those of its name: d6 has 1 to 6; any other name has the same faces
// everywhere, or 1 to as many as there were to choose from.
function isKnownDie(name, faces, kinds) {
  const straight = faces.every((face, at) => face === at + 1), size = /^d(\d+)$/.exec(name);
  if (size) return straight && faces.length === Number(size[1]);
  const kind = straight ? "1 to as many as there are to choose from" : faces.join(" ");
  kinds[name] = kinds[name] || kind;
  return kinds[name] === kind;
}

// What a line of the page may show of what is sealed in the chain.
function shownOf(fields) {
  const groups = [];
  for (const { die, face, loaded } of fields.events.filter((one) => one._ === "Rolled")) {
    const last = groups[groups.length - 1];
    if (last && last.die === die && !last.loaded === !loaded) last.faces.push(face);
    else groups.push({ die, loaded, faces: [face] });
  }
  const told = ({ die, loaded, faces }) =>
    `${die} ${faces.join(" ")}${loaded ? " (loaded by the GM)" : ""}`;
  const { text, reason, at } = fields;
  return { text, reason, at, dice: groups.map(told).join(", ") };
}

// One line of the log: its place in the chain, and each of its dice.
function checkRow(proof, number, report) {
  const [own, hash, text, faces] = proof.rows[number];
  report.chain = hashOf(`["${report.chain}","${own}"]`);
  report.hashes.push(report.chain);
  if (report.chain !== hash) complain(report, number, "the chain of the log breaks.");
  report.chain = hash;
  if (!text) return;
  if (hashOf(text) !== own) return complain(report, number, "its text was changed.");
  const fields = JSON.parse(text)[1];
  report.shown[number] = shownOf(fields);
  const thrown = fields.events.filter((one) => one._ === "Rolled");
  const fair = thrown.filter((one) => !one.loaded), fallen = fair.map((one) => one.face);
  report.loaded += thrown.length - fallen.length;
  const era = report.trusted.filter((one) => one.from <= number).pop();
  if (number < report.header.own_from) report.foreign += fallen.length;
  else if (!era || !era.seed) report.unshown += fallen.length;
  else if (!faces || faces.length !== fallen.length) report.changed += fallen.length;
  else {
    const name = nameOf(report.header);
    fallen.forEach((face, draw) => {
      report.dice++;
      if (!isKnownDie(fair[draw].die, faces[draw], report.kinds)) {
        complain(report, number, `die ${draw + 1} has not the faces of a ${fair[draw].die}.`);
      } else if (faceOf(era.seed, name, number, draw, faces[draw]) !== face) {
        complain(report, number, `die ${draw + 1} shows ${face}, the seed says otherwise.`);
      }
    });
    if (fallen.length) report.lines.push(number);
  }
}

// Words as the page shows them: without the signs that it leaves out, blanks counted once.
const shownWords = (text) =>
  text.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, (one) => ("\n\t\u200b".includes(one) ? one : ""))
    .replace(/\s+/g, " ").trim();

const PARTS = {
  top: "The head of the page", log: "The log", luck: "The table of luck", looks: "The signs of the boards",
  promise: "What is said of the seed", boards: "The boards",
};

// Everything that the page says is what it was written with.  `texts` has what stands in it, by the
// ids of its parts; `sealed` what its lines show of what the chain holds, by their numbers.
function checkShown(proof, texts, sealed, report) {
  for (const [number, shown] of Object.entries(sealed)) {
    const held = report.shown[number];
    if (!held && "dice" in shown) complain(report, number, "its dice are not in the chain.");
    for (const name of held ? Object.keys(shown) : []) {
      if (shownWords(shown[name]) === shownWords(held[name])) continue;
      complain(report, number, `it says ${shown[name]}, the chain holds ${held[name]}.`);
    }
  }
  for (const [part, digest] of Object.entries(proof.told)) {
    if (part in texts && hashOf(shownWords(texts[part])) === digest) continue;
    const line = /^e(\d+)$/.exec(part);
    if (line) complain(report, line[1], "its words were changed.");
    else if (part !== "log" || !report.marked.length) {
      report.troubles.push(`${PARTS[part]}: something was changed.`);
    }
  }
}

function sentencesOf(report, count) {
  const of = (number, one, more) => `${number} ${number === 1 ? one : more}`;
  const said = [];
  const dice = of(report.dice, "die", "dice");
  if (report.dice) said.push(`${dice} reckoned again from the seed: every face is as it fell.`);
  if (report.unshown) said.push(`${of(report.unshown, "die waits", "dice wait")} for the seed.`);
  if (report.loaded) said.push(`${of(report.loaded, "die was", "dice were")} loaded by the GM.`);
  if (report.foreign) {
    const fell = of(report.foreign, "die fell", "dice fell");
    said.push(`${fell} elsewhere, before this log was taken over.`);
  }
  if (report.changed) {
    const fell = of(report.changed, "die", "dice");
    said.push(`${fell} of orders that today's rules resolve otherwise cannot be reckoned again.`);
  }
  if (!said.length) said.push("No die fell.");
  for (const [name, kind] of Object.entries(report.kinds)) said.push(`A ${name} shows ${kind}.`);
  const head = `#${count - 1} ${report.chain.slice(0, 10)}`;
  return `${said.join(" ")} The chain of ${of(count, "line", "lines")} holds and ends with ${head}.`;
}

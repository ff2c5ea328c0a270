// Runs the verifier of docs/verifier outside of a browser: each line that comes in is a list of files
// as JSON, each line that goes out has what is found in each of them.
const { readFileSync } = require("node:fs");
const { createInterface } = require("node:readline");

const page = readFileSync(process.argv[2], "utf8");
const [source] = page.match(/const cardroomVerifier = \(\(\) => \{[\s\S]*?\n\}\)\(\);/);
const [, vectors] = page.match(/<script type="application\/json" id="vectors">([\s\S]*?)<\/script>/);
const verifier = new Function(`"use strict"; ${source} return cardroomVerifier;`)();
const wrong = verifier.wrongVectors(JSON.parse(vectors));
if (wrong.length) throw new Error(`The page does not work here: ${wrong.join(", ")}.`);

createInterface({ input: process.stdin }).on("line", (line) => {
  const found = JSON.parse(line).map((text) => {
    // Each file on its own: a tampered list must not make another hand a split view.
    return verifier.verifyFiles([{ name: "hand", text }]).hands[0].findings;
  });
  process.stdout.write(`${JSON.stringify(found)}\n`);
});

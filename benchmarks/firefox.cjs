// Firefox for benchmarks/study_pilot.py, by WebDriver BiDi: a JSON line in for each thing to do, and one out with its result.
//
// {"n": 1, "tab": "7", "do": "open", "with": [450, "Pilot/7"]} opens the tab 7, with cookies of its own; `beside` one with those of
// another. NODE_PATH has to lead to puppeteer-core.
const readline = require("node:readline");
const puppeteer = require("puppeteer-core");

const tabs = new Map();
const DO = {
  async open(name, width, agent) {
    const page = await (await browser.createBrowserContext()).newPage();
    await page.setUserAgent({ userAgent: agent });
    await page.setViewport({ width, height: 800 });
    tabs.set(name, page);
  },
  async beside(name, other) {
    const page = await tabs.get(other).browserContext().newPage();
    await page.setUserAgent({ userAgent: await tabs.get(other).evaluate("navigator.userAgent") });
    await page.setViewport(tabs.get(other).viewport());
    tabs.set(name, page);
  },
  goto: (name, url) => tabs.get(name).goto(url),
  value: (name, expression) => tabs.get(name).evaluate(expression),
  click: (name, selector) => tabs.get(name).click(selector),
  async keys(name, keys) { for (const key of keys) await press(tabs.get(name).keyboard, key.split("+")); },
  type: (name, text) => tabs.get(name).keyboard.type(text),
  reload: (name) => tabs.get(name).reload(),
  back: (name) => tabs.get(name).goBack(),
  close: (name) => tabs.get(name).close(),
};

let browser = null;

async function press(keyboard, [key, ...rest]) {
  if (!rest.length) return keyboard.press(key);
  await keyboard.down(key);
  await press(keyboard, rest);
  await keyboard.up(key);
}

async function serve({ n, tab, do: what, with: given = [] }) {
  let told = {};
  try {
    const value = await DO[what](tab, ...given);
    if (what === "value") told = { value: value ?? null };
  } catch (error) { told = { error: String(error.message).split("\n")[0] }; }
  process.stdout.write(`${JSON.stringify({ n, ...told })}\n`);
}

(async () => {
  browser = await puppeteer.launch({ browser: "firefox", executablePath: process.argv[2], headless: true });
  const lines = readline.createInterface({ input: process.stdin });
  lines.on("line", (line) => serve(JSON.parse(line)));
  lines.on("close", () => browser.close().then(() => process.exit(0)));
})();

// What a person does with the catalogue, from a folder and without a network. Any console message, any request that is
// not to a file, and any check that fails ends the run.
"use strict";

const assert = require("node:assert/strict");
const path = require("node:path");
const { pathToFileURL } = require("node:url");
const { chromium } = require("playwright-core");

const site = path.resolve(process.argv[2]);
const at = (file) => pathToFileURL(path.join(site, file)).href;
const flags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync"];
const TICKET = "types/support.ticket.Ticket.html";
const PAGES = ["index.html", "graph.html", "ledger.html", TICKET, "types/order_answer.OrderAnswer.html"];

/** A page that fails on what no page of ours may do. */
async function open(browser, options) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const wrong = [];
  page.on("console", (message) => wrong.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => wrong.push(`error: ${error}`));
  page.on("request", (request) => {
    if (!/^(file|data):/.test(request.url())) wrong.push(`request: ${request.url()}`);
  });
  page.on("requestfailed", (request) => wrong.push(`failed: ${request.url()}`));
  return { page, close: async () => { assert.deepEqual(wrong, []); await context.close(); } };
}

const focused = (page) => page.evaluate(() => document.activeElement.id);
const paper = (page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

const checks = {
  async "search by keyboard: / focuses, arrows move, Enter opens, Esc closes"(browser) {
    const { page, close } = await open(browser);
    await page.goto(at("index.html"));
    await page.keyboard.press("/");
    assert.equal(await focused(page), "search");
    await page.keyboard.type("order");
    const options = page.getByRole("option");
    assert.match(await options.first().innerText(), /^Order\b/);
    const picked = () => page.locator("#search").getAttribute("aria-activedescendant");
    assert.equal(await picked(), "result-0");
    await page.keyboard.press("ArrowDown");
    assert.equal(await picked(), "result-1");
    await page.keyboard.press("ArrowUp");
    assert.equal(await picked(), "result-0");
    await page.keyboard.press("Escape");
    assert.equal(await page.locator("#results").isVisible(), false);
    assert.equal(await focused(page), "search");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL(at("types/order_answer.Order.html"));
    assert.equal(await page.locator("h1").innerText(), "order_answer::Order");
    await close();
  },

  async "search finds members, and says when there is nothing"(browser) {
    const { page, close } = await open(browser);
    await page.goto(at(TICKET));
    await page.locator("#search").fill("orderNumbers");
    await page.keyboard.press("Enter");
    await page.waitForURL(/order_answer\.OrderAnswer\.html#m\d+$/);
    assert.equal(await page.locator("li:target h3").innerText(), "order_numbers");
    await page.locator("#search").fill("no such thing");
    assert.match(await page.locator("#results").innerText(), /Nothing of that name/);
    await page.locator("#search").fill("<img src=x onerror=alert(1)>");
    assert.equal(await page.locator("#results img").count(), 0);
    await close();
  },

  async "a link in the Rust type leads to the other type, and its page back"(browser) {
    const { page, close } = await open(browser);
    await page.goto(at(TICKET));
    await page.locator("#rust a", { hasText: "Customer" }).click();
    await page.waitForURL(/support\.ticket\.Customer\.html$/);
    await page.locator("#neighbours dd a", { hasText: "Ticket" }).click();
    await page.waitForURL(at(TICKET));
    await page.locator("#neighbours svg .node", { hasText: "Level" }).click();
    await page.waitForURL(/Level\.html$/);
    await close();
  },

  async "tabs show one text at a time, by arrows too"(browser) {
    const { page, close } = await open(browser);
    await page.goto(at(TICKET));
    assert.equal(await page.locator("#model_schema").isVisible(), false);
    await page.getByRole("tab", { name: "Notation" }).focus();
    await page.keyboard.press("ArrowRight");
    assert.equal(await page.locator("#model_schema").isVisible(), true);
    assert.equal(await page.locator("#notation").isVisible(), false);
    await close();
  },

  async "dark by the system, light by the switch, and that is kept"(browser) {
    const { page, close } = await open(browser, { colorScheme: "dark" });
    await page.goto(at("index.html"));
    const dark = await paper(page);
    await page.getByRole("button", { name: "Switch to the light theme" }).click();
    const light = await paper(page);
    assert.notEqual(light, dark);
    await page.goto(at(TICKET));
    assert.equal(await paper(page), light);
    await close();
  },

  async "focus is seen, and Tab reaches the content first"(browser) {
    const { page, close } = await open(browser);
    await page.goto(at("index.html"));
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.textContent), "Skip to content");
    assert.ok((await page.locator(".skip").boundingBox()).y >= 0);
    await page.keyboard.press("Enter");
    assert.equal(await focused(page), "main");
    await page.keyboard.press("/");
    assert.notEqual(await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle), "none");
    await close();
  },

  async "text has contrast in both themes"(browser) {
    for (const colorScheme of ["light", "dark"]) {
      const { page, close } = await open(browser, { colorScheme });
      await page.goto(at(TICKET));
      assert.deepEqual(await page.evaluate(faint), [], colorScheme);
      await close();
    }
  },

  async "nothing is wider than a phone"(browser) {
    const { page, close } = await open(browser, { viewport: { width: 390, height: 800 } });
    for (const file of PAGES) {
      await page.goto(at(file));
      const [wide, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      assert.ok(wide <= screen, `${file}: ${wide} of ${screen}`);
    }
    await close();
  },

  async "each page has one heading, its landmarks, and headings in order"(browser) {
    const { page, close } = await open(browser);
    for (const file of PAGES) {
      await page.goto(at(file));
      const levels = await page.locator("h1, h2, h3").evaluateAll((all) => all.map((it) => +it.tagName[1]));
      assert.equal(levels.filter((level) => level === 1).length, 1, file);
      levels.reduce((last, level) => { assert.ok(level <= last + 1, file); return level; }, 0);
      for (const mark of ["banner", "main", "contentinfo", "search"]) {
        assert.equal(await page.getByRole(mark).count(), 1, `${mark} of ${file}`);
      }
    }
    await close();
  },

  async "without scripts everything but the search is there"(browser) {
    const { page, close } = await open(browser, { javaScriptEnabled: false });
    await page.goto(at(TICKET));
    assert.equal(await page.locator("#notation").isVisible(), true);
    assert.equal(await page.locator("#model_schema").isVisible(), true);
    assert.equal(await page.locator("#search").isVisible(), false);
    await close();
  },
};

/** The texts whose colour is less than 4.5 to 1 from what is behind them. Runs in the page. */
function faint() {
  const parse = (text) => (text.match(/[\d.]+/g) || []).map(Number);
  const light = (text) => {
    const [r, g, b] = parse(text).map((it) => it / 255).map((it) => it <= 0.04045 ? it / 12.92 : ((it + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (it) => {
    const colour = getComputedStyle(it).backgroundColor;
    return parse(colour)[3] === 0 && it.parentElement ? behind(it.parentElement) : colour;
  };
  const isText = (it) => it.checkVisibility() && !it.closest("svg")
    && [...it.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  return [...document.querySelectorAll("body *")].filter(isText).filter((it) => {
    const [a, b] = [light(getComputedStyle(it).color), light(behind(it))].sort((x, y) => y - x);
    return (a + 0.05) / (b + 0.05) < 4.5;
  }).map((it) => `${it.tagName} ${it.className}: ${it.textContent.slice(0, 30)}`);
}

(async () => {
  const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: flags });
  try {
    for (const [name, check] of Object.entries(checks)) {
      await check(browser).catch((error) => { throw new Error(name, { cause: error }); });
      console.log(`ok: ${name}`);
    }
  } finally {
    await browser.close();
  }
})().catch((error) => {
  console.error(error);
  process.exit(1);
});

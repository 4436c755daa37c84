import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromiumPath, letIn, openBrowser, served } from './a-browser.ts';
import { comparedMessages } from './compared-messages.ts';
import { playedDemo } from './played-demo.ts';

// The AWS SDK warns of Node 20 in every process; package.json says what spendwatch runs on.
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';

// Takes the pictures that the documents show: messages, and the demo as it stands half an hour before its first stop.
const hoursPlayed = 3.75;
const folder = fileURLToPath(new URL('../../docs/images/', import.meta.url));

type Picture = {
  readonly name: string;
  readonly path: string;
  readonly colorScheme: 'light' | 'dark';
  readonly width: number;
  readonly height: number;
};

const pictures: readonly Picture[] = [
  { name: 'dashboard-overview', path: '/', colorScheme: 'light', width: 1280, height: 860 },
  { name: 'dashboard-inventory', path: '/inventory', colorScheme: 'dark', width: 1280, height: 720 },
  {
    name: 'dashboard-account',
    path: '/subject?name=account/northwind&credit=24h',
    colorScheme: 'light',
    width: 1280,
    height: 900,
  },
  {
    name: 'dashboard-project',
    path: '/subject?name=project/ml-infra',
    colorScheme: 'light',
    width: 1280,
    height: 1040,
  },
  {
    name: 'dashboard-vm',
    path: '/subject?name=research/etl-backfill',
    colorScheme: 'light',
    width: 1280,
    height: 640,
  },
];

if (chromiumPath === undefined) {
  process.stderr.write('No Chromium here: CHROMIUM names one.\n');
  process.exit(2);
}
await mkdir(folder, { recursive: true });
const browser = await openBrowser();
for (const [name, content] of Object.entries(comparedMessages)) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 932 } });
  await page.setContent(content);
  await page.screenshot({ path: `${folder}${name}.png` });
  await page.close();
  process.stdout.write(`docs/images/${name}.png\n`);
}
const { rig, policy } = await playedDemo(hoursPlayed);
const now = rig.clock.now();
const dashboard = await served({ ledger: rig.viewer.ledger, policy, now });
for (const { name, path, colorScheme, width, height } of pictures) {
  const viewport = { width, height };
  const { page, go } = await letIn(browser, dashboard.address, {
    viewport,
    colorScheme,
    reducedMotion: 'reduce',
  });
  await go(path);
  // Live pages are never idle, so what is drawn last is waited for.
  await page.locator('.chart canvas, .use path').first().waitFor();
  await page.waitForTimeout(500);
  await page.screenshot({ path: `${folder}${name}.png` });
  await page.context().close();
  process.stdout.write(`docs/images/${name}.png\n`);
}
await browser.close();
await dashboard.close();
await rig.close();

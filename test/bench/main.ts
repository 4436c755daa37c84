import { benchCommands } from './commands.ts';
import type { Figure } from './figure.ts';
import { benchLedger } from './ledger.ts';
import { benchPolling } from './polling.ts';
import { benchRun } from './run.ts';
import { benchTurn } from './turn.ts';

// The AWS SDK warns of Node 20 in every process; package.json says what spendwatch runs on.
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';

const parts: Readonly<Record<string, () => Figure[] | Promise<Figure[]>>> = {
  polling: benchPolling,
  turn: benchTurn,
  run: benchRun,
  ledger: benchLedger,
  commands: benchCommands,
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in parts));
if (unknown.length > 0) {
  process.stderr.write(`no such part: ${unknown.join(', ')} (there are ${Object.keys(parts).join(', ')})\n`);
  process.exit(2);
}

process.stdout.write(`Node ${process.version}, ${process.platform} ${process.arch}\n`);
for (const [name, run] of Object.entries(parts)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  process.stdout.write(`\n${name}\n`);
  for (const { what, figure, goal } of await run()) {
    process.stdout.write(`  ${what.padEnd(62)} ${figure}${goal === undefined ? '' : `   (goal ${goal})`}\n`);
  }
}

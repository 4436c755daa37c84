#!/usr/bin/env -S node --import tsx
import { crashOf } from '../lib/cli/crash.ts';
import { main } from '../lib/cli/main.ts';
import { exitCodes } from '../lib/cli/process.ts';
import { systemClock } from '../lib/jobs/system-clock.ts';

// The AWS SDK warns of Node 20 in every process; package.json says what spendwatch runs on.
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';

const ending = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  // Stays for good: once it were gone, the terminal library's own handler would end the process at once.
  process.on(name, () => {
    if (ending.signal.aborted) process.exit(exitCodes.interrupted);
    ending.abort();
  });
}

process.on('uncaughtException', (error) => {
  const { text, code } = crashOf(error);
  process.stderr.write(`${text}\n`);
  process.exit(code);
});

// Whoever reads may have seen enough, as `head` has: what is left unread is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE' && error.code !== 'ERR_STREAM_DESTROYED') throw error;
  ending.abort();
});

process.exitCode = await main({
  arguments: process.argv.slice(2),
  environment: process.env,
  clock: systemClock,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  signal: ending.signal,
});
// What was cut off may still wait for something; whoever asked for an end does not.
if (ending.signal.aborted) setTimeout(() => process.exit(), 1_000).unref();

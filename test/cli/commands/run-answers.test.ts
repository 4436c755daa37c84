import { createServer, request, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { ran } from '../../support/commands/a-process.ts';
import { aWorkplace } from '../../support/commands/a-workplace.ts';
import { portOf } from '../../support/served.ts';

type Workplace = Awaited<ReturnType<typeof aWorkplace>>;
const secret = 'a-secret-of-more-than-32-characters';
/** A proxy that leads to an address and keeps the host name that it was asked for, or writes that of the address. */
async function aProxy(to: string, host: 'kept' | 'rewritten') {
  const server = createServer((asked, response) => {
    const headers = { ...asked.headers, ...(host === 'rewritten' && { host: new URL(to).host }) };
    const onward = request(`${to}${asked.url}`, { method: asked.method, headers }, (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(response);
    });
    asked.pipe(onward);
  });
  const port = await portOf(server);
  /** Asks for a page as a browser elsewhere does, whose name for this machine leads to the proxy. */
  const ask = (page: string, form?: URLSearchParams) =>
    new Promise<{ status: number; body: string }>((resolve, reject) => {
      const { host: name, pathname } = new URL(page);
      const headers = { host: name, 'content-type': 'application/x-www-form-urlencoded' };
      const method = form === undefined ? 'GET' : 'POST';
      request({ port, host: '127.0.0.1', path: pathname, method, headers, agent: false }, async (reply) =>
        resolve({ status: reply.statusCode ?? 0, body: await text(reply) }),
      )
        .on('error', reject)
        .end(form?.toString());
    });
  return { ask, close: () => server.close() };
}

const Line = z.looseObject({ event: z.string(), url: z.string().optional() });
const Sent = z.object({ links: z.array(z.object({ answer: z.string(), url: z.string() })).default([]) });

describe('a run with answer links', () => {
  let place: Workplace;
  let team: Server;
  let address: string;
  const links: z.infer<typeof Sent>['links'] = [];

  beforeEach(async () => {
    const rule = '{ name: too old, lifetime: 30m, then: [{ stop: after 2h }] }';
    const policy = `version: 1\nmode: enforce\nrules: [${rule}]\nalerts: { routes: [{ to: webhook }] }\n`;
    place = await aWorkplace({ policy, vm: 'train-7b' });
    team = createServer(async (request, response) => {
      links.push(...Sent.parse(JSON.parse(await text(request))).links);
      response.end();
    });
    address = `http://127.0.0.1:${await portOf(team)}/`;
  });
  afterEach(() => {
    links.length = 0;
    team.close();
  });

  const started = (...options: readonly string[]) => ({
    arguments: ['run', '--data', place.data, ...options],
    environment: {
      ...place.environment(),
      SPENDWATCH_WEBHOOK_URL: address,
      SPENDWATCH_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32).toString('base64')}`,
      SPENDWATCH_ANSWER_SECRET: secret,
      SPENDWATCH_ANSWER_URL: 'https://answers.example.com',
    },
    clock: place.clock,
  });

  it.each(['kept', 'rewritten'] as const)(
    'sends them, records what a person confirms through a proxy with the host name %s, and logs nothing of them (invariant 12)',
    async (host) => {
      const ending = new AbortController();
      let url = '';
      let answered: Promise<readonly number[]> | undefined;
      const follow = async () => {
        const { ask, close } = await aProxy(url, host);
        const page = links.find(({ answer }) => answer === 'keep')?.url ?? '';
        const shown = await ask(page);
        const [, form = ''] = /name="form" value="([^"]+)"/.exec(shown.body) ?? [];
        const confirm = () => ask(page, new URLSearchParams({ form, name: 'eve' }));
        const elsewhere = await ask(page.replace('answers.', 'evil.'));
        const statuses = [shown.status, (await confirm()).status, (await confirm()).status, elsewhere.status];
        close();
        ending.abort();
        return statuses;
      };
      const { code, stdout } = await ran({
        ...started('--answers', '0'),
        signal: ending.signal,
        onLine: (line) => {
          const { event, url: served } = Line.parse(JSON.parse(line));
          if (event === 'answers') url = served ?? '';
          if (event === 'pass') answered ??= follow();
        },
      });
      const ofOthers = host === 'kept' ? 421 : 200;
      expect({ code, statuses: await answered }).toEqual({ code: 0, statuses: [200, 200, 410, ofOthers] });
      expect(stdout).not.toContain('swa1');
      expect(stdout).not.toContain(secret);
      const told = await ran({
        ...started(),
        arguments: ['overrides', '--json', '--data', place.data],
      });
      expect(told.stdout).toContain('project/lab/vm/train-7b');
      expect(told.stdout).toMatch(/eve, link [\w-]{8} over webhook/);
    },
  );

  it.each([
    ['at an address that others reach', ['--answers', '0.0.0.0:0'], secret, 'must be a loopback address'],
    ['without a secret', ['--answers', '0'], '', 'needs SPENDWATCH_ANSWER_SECRET'],
    [
      'in a simulation, with a secret that it does not use',
      ['--simulate', '--answers', '0'],
      secret,
      '--answers cannot be used with --simulate, which uses no secrets',
    ],
    [
      'in a simulation that machines cannot push to',
      ['--simulate', '--push', '0'],
      secret,
      '--push cannot be used with --simulate',
    ],
  ])('is refused %s', async (_, options, given, mistake) => {
    const { environment, ...run } = started(...options);
    const { SPENDWATCH_ANSWER_URL: _url, ...others } = environment;
    const { code, stderr } = await ran({
      ...run,
      environment: { ...others, SPENDWATCH_ANSWER_SECRET: given },
    });
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(mistake) });
  });
});

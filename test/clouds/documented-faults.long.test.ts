import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { betraysKey } from '../support/clouds/watched-cloud.ts';
import { tableUnder } from './documented.ts';
import { type Broken, faults } from './faults.ts';
import { type Outcomes, outcomesOf } from './outcomes-of.ts';

/** The page has one row for all faults that end alike. */
const rows = tableUnder('what goes wrong').flatMap(([names = '', ...outcome]) =>
  names.split('; ').map((name) => [name, ...outcome]),
);

/** Node reads the certificates it is to trust at its start, so that takes a process of its own. */
async function outcomesTrusting(url: string, certificates: string): Promise<Outcomes> {
  const folder = await mkdtemp(join(tmpdir(), 'spendwatch-tls-'));
  try {
    await writeFile(join(folder, 'ca.pem'), certificates);
    const module = new URL('./outcomes-of.ts', import.meta.url).href;
    const script = `const { outcomesOf } = await import('${module}');
      console.log(JSON.stringify(await outcomesOf('${url}')));`;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--import', 'tsx', '--input-type=module', '--eval', script],
      { env: { ...process.env, NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') } },
    );
    return JSON.parse(stdout);
  } finally {
    await rm(folder, { recursive: true });
  }
}

const outcomes = ({ url, trusts, timeouts }: Broken): Promise<Outcomes> =>
  trusts === undefined ? outcomesOf(url, { ...(timeouts && { timeouts }) }) : outcomesTrusting(url, trusts);

describe('the page on the client', () => {
  it('lists every fault that is tried here, and no other', () => {
    expect(rows.map(([name]) => name).toSorted()).toEqual(Object.keys(faults).toSorted());
  });

  it.each(rows)('states the outcome when %s', async (name = '', ...documented) => {
    const broken = await faults[name]?.();
    if (broken === undefined) return expect.fail('nothing tries it');
    const { read, reads, change, changes, mayHaveHappened, stop, told } = await outcomes(broken);
    const maybe = mayHaveHappened ? 'yes' : 'no';
    expect([read, `${reads}`, change, `${changes}`, maybe, stop]).toEqual(documented);
    expect(betraysKey(told)).toBe(false);
  });
});

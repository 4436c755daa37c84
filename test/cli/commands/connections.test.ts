import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { earlier, hours } from '../../../lib/model/time/time.ts';
import { dynamoLedger } from '../../../lib/record/dynamo-ledger.ts';
import { holdLedger } from '../../../lib/service/ledger/open-ledger.ts';
import { aMeter } from '../../support/builders/meter-builders.ts';
import { aHead, lab, noon } from '../../support/builders/observation-builders.ts';
import { runCommand } from '../../support/commands/run-command.ts';
import { setClock } from '../../support/set-clock.ts';

const table = 'spendwatch';
const before = earlier(noon, hours(1));
const settings = `connections:
  - { name: research, address: "https://one.test", viewer-key: "env:ONE" }
policy: policy.yaml
`;
let folder: string;
let data: string;
let held: Awaited<ReturnType<typeof holdLedger>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spendwatch-connections-'));
  await writeFile(join(folder, 'policy.yaml'), 'version: 1\nrules: [{ name: polling, freshness: 15m }]\n');
  await writeFile(join(folder, 'settings.yaml'), settings);
  data = join(folder, 'ledger');
  held = await holdLedger(data, table);
  const ledger = dynamoLedger({ client: held.client, table });
  await ledger.commit(aHead({ seq: 1 }));
  await ledger.record({
    target: lab,
    observations: [],
    sampling: null,
    meters: [aMeter('hour', before)],
    journal: [],
  });
});
afterAll(async () => {
  await held.close();
  await rm(folder, { recursive: true });
});

const rename = (...names: readonly string[]) =>
  runCommand({
    arguments: ['connections', 'rename', ...names],
    environment: {
      USER: 'ada',
      ONE: 'a-key-of-one-account',
      SPENDWATCH_DATA: data,
      SPENDWATCH_SETTINGS: join(folder, 'settings.yaml'),
    },
    clock: setClock(noon),
  });

describe('spendwatch connections rename', () => {
  it.each([
    [['Lab', 'science'], '<old> must be the name of a connection, or "unnamed"'],
    [['science', 'science'], '<new> must differ from the old name'],
    [['research', 'science'], 'connection research is in the settings: change its name there first'],
    [['unamed', 'science'], 'the ledger has no target of connection unamed; did you mean "unnamed"?'],
  ])('%j is refused with the reason', async (names, because) => {
    const { code, stdout, stderr } = await rename(...names);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(because);
  });

  it('moves the state and history of a connection to its new name', async () => {
    const { code, stdout, stderr } = await rename('unnamed', 'research');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe(
      '1 target of the unnamed connection goes on under connection research, with figures, history, alerts and overrides.\n',
    );
    const ledger = dynamoLedger({ client: held.client, table });
    const [head, ...others] = await ledger.heads();
    expect(others).toEqual([]);
    if (head === undefined) expect.fail('there is no head');
    expect(head.target).toBe('project@research/lab');
    const closed = await ledger.meters(head.target, 'hour', before, noon);
    expect(closed.map(({ period }) => period.from)).toEqual([before]);
  });
});

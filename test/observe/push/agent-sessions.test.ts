import { rmSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { anAgent, has, shells } from './an-agent.ts';

const nvidia = 'GPU-1111aaaa-0000-4000-8000-000000000001, 0, 79123';

describe.skipIf(!has('curl')).each(shells)('the sessions that the agent in %s reports', (program, before) => {
  const { inFolder, seeProcesses, offer, measure, received } = anAgent(program, before);

  it.skipIf(!has(program))(
    'count those of people, and are absent where no program can list them',
    async () => {
      const told = async (script: string) => {
        writeFileSync(inFolder('loginctl'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
        writeFileSync(inFolder('who'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
        offer('nvidia-smi', nvidia);
        const [pushed] = await received(200, (url) => measure(url));
        return pushed?.filter((line) => line.startsWith('spendwatch.sessions'));
      };
      const sessions = `cat <<'END'
 c1   42 gdm      seat0 1200  greeter -     no  -
 12 1000 manager  -     8123  user    pts/0 no  -
 13 1000 manager  -     8124  manager -     no  -
END`;
      expect(await told(sessions)).toEqual(['spendwatch.sessions 1']);
      expect(await told('true')).toEqual(['spendwatch.sessions 0']);
      expect(await told('exit 1')).toEqual([]);
    },
  );

  it.skipIf(!has(program)).each<[string, readonly string[], number]>([
    ['no connection of SSH', ['sshd: /usr/sbin/sshd -D [listener] 0 of 10-100 startups'], 0],
    ['one without a terminal, as of an editor or a copy', ['sshd: ana [priv]', 'sshd: ana@notty'], 1],
    ['one of the superuser', ['sshd: root@notty'], 1],
    ['one of a newer server', ['sshd-session: ana [priv]', 'sshd-session: ana@notty'], 1],
    ['two with and without a terminal', ['sshd: ana@pts/0', 'sshd: ben@notty'], 2],
    ['a tunnel alone', ['sshd: ana [priv]', 'sshd: ana'], 1],
    ['a tunnel of the superuser', ['sshd: root [priv]'], 1],
    ['somebody who is still asked for a key', ['sshd: unknown [priv]', 'sshd: unknown [net]'], 0],
    ['a connection of Dropbear', ['/usr/sbin/dropbear -F', '/usr/sbin/dropbear -F'], 1],
    ['Dropbear alone', ['/usr/sbin/dropbear -F'], 0],
    ['a session of AWS Systems Manager', ['/usr/bin/ssm-session-worker'], 1],
  ])('include %s, though nobody is logged in at a terminal', async (_, titles, sessions) => {
    for (const known of ['who', 'loginctl']) offer(known, '');
    offer('nvidia-smi', nvidia);
    seeProcesses(...titles);
    const [pushed] = await received(200, (url) => measure(url));
    expect(pushed?.filter((line) => line.startsWith('spendwatch.sessions'))).toEqual([
      `spendwatch.sessions ${sessions}`,
    ]);
  });

  it.skipIf(!has(program)).each<[string, string, readonly string[], readonly string[]]>([
    ['are absent where the processes of others are hidden', 'exit 0', [], []],
    [
      'include those that are logged in though processes are hidden',
      'echo "ana pts/0"',
      [],
      ['spendwatch.sessions 1'],
    ],
    [
      'include connections where no program can list who is logged in',
      'exit 1',
      ['sshd: ana@notty'],
      ['spendwatch.sessions 1'],
    ],
    ['are absent where no program can list them and nobody is connected', 'exit 1', ['sleep'], []],
  ])('%s', async (_, script, titles, told) => {
    for (const known of ['who', 'loginctl'])
      writeFileSync(inFolder(known), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    offer('nvidia-smi', nvidia);
    if (titles.length === 0) rmSync(inFolder('proc'), { recursive: true });
    else seeProcesses(...titles);
    const [pushed] = await received(200, (url) => measure(url));
    expect(pushed?.filter((line) => line.startsWith('spendwatch.sessions'))).toEqual(told);
  });
});

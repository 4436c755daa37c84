import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { agent, anAgent, has, shells } from './an-agent.ts';

const gpu = 'GPU-2ac434d3-1aca-57a0-597d-1d2effdba9f3';
/** As `nvidia-smi --query-gpu=… --format=csv,noheader,nounits` prints it; the last GPU is in MIG mode. */
const nvidia = `GPU-1111aaaa-0000-4000-8000-000000000001, 0, 79123
GPU-2222bbbb-0000-4000-8000-000000000002, 37, 10
GPU-3333cccc-0000-4000-8000-000000000003, [N/A], 10`;
/** As `rocm-smi --showuse --showmeminfo vram --csv` prints it. */
const rocm = `
device,GPU use (%),VRAM Total Memory (B),VRAM Total Used Memory (B)
card0,12,21458059264,2145805926
card1,N/A,21458059264,0
`;

describe.skipIf(!has('curl')).each(shells)('the agent in %s', (program, before) => {
  const { inFolder, offer, measure, received } = anAgent(program, before);
  const ofGpus = (lines: readonly string[] = []) => lines.filter((line) => line.startsWith('hw.')).toSorted();

  it.skipIf(!has(program))(
    'sends the use of every GPU that it can read, and leaves out one that it cannot',
    async () => {
      offer('nvidia-smi', nvidia);
      const [pushed] = await received(200, (url) => measure(url));
      expect(ofGpus(pushed)).toEqual([
        'hw.gpu.memory.usage GPU-1111aaaa-0000-4000-8000-000000000001 82966478848',
        'hw.gpu.memory.usage GPU-2222bbbb-0000-4000-8000-000000000002 10485760',
        'hw.gpu.memory.usage GPU-3333cccc-0000-4000-8000-000000000003 10485760',
        'hw.gpu.utilization GPU-1111aaaa-0000-4000-8000-000000000001 0',
        'hw.gpu.utilization GPU-2222bbbb-0000-4000-8000-000000000002 0.37',
      ]);
      expect(readFileSync(inFolder('spool/queue'), 'utf8')).toBe('');
    },
  );

  it.skipIf(!has(program))(
    'sends the id of the current boot, which distinguishes a copy from its machine',
    async () => {
      offer('nvidia-smi', nvidia);
      const [pushed = []] = await received(200, (url) => measure(url));
      expect(pushed.filter((line) => line.startsWith('host.id'))).toEqual([
        `host.id ${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}`,
      ]);
    },
  );

  it.skipIf(!has(program))('sends a figure that it cannot read as unknown, never as 0', async () => {
    const unread = [
      '[N/A]',
      'N/A',
      '[Not Supported]',
      'ERR!',
      '[GPU is lost]',
      '[Unknown Error]',
      '[Insufficient Permissions]',
      '3 %',
      '',
      '-1',
    ];
    const rows = unread.flatMap((figure, index) => [
      `GPU-${index}-a, ${figure}, ${index}`,
      `GPU-${index}-b, 0, ${figure}`,
    ]);
    const failed = `Unable to determine the device handle for GPU0000:02:00.0: Unknown Error
[Unknown Error], [Unknown Error], [Unknown Error]`;
    offer('nvidia-smi', [failed, ...rows].join('\n'), 15);
    const [pushed] = await received(200, (url) => measure(url));
    expect(ofGpus(pushed)).toEqual([
      ...unread.map((_, index) => `hw.gpu.memory.usage GPU-${index}-a ${index * 2 ** 20}`),
      ...unread.map((_, index) => `hw.gpu.utilization GPU-${index}-b 0`),
    ]);
  });

  it.skipIf(!has(program))('sends no GPU where the driver answers with an error', async () => {
    const errors = [
      'No devices were found',
      'Failed to initialize NVML: Driver/library version mismatch',
      'NVML library version: 535.183',
      "NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver. Make sure that the latest NVIDIA driver is installed and running.",
      'Field "utilization.gpu" is not a valid field to query.',
    ];
    offer('nvidia-smi', errors.join('\n'), 9);
    // The kernel counts CPU time in hundredths of a second, of which none may pass between two readings.
    const aSecond = { SPENDWATCH_SAMPLES: '1', SPENDWATCH_SAMPLE_SECONDS: '1' };
    const [pushed = []] = await received(200, (url) => measure(url, aSecond));
    expect(ofGpus(pushed)).toEqual([]);
    expect(pushed).toContainEqual(expect.stringContaining('system.cpu.utilization'));
  });

  it.skipIf(!has(program))('leaves a GPU out of a minute in which one reading of it failed', async () => {
    offer('nvidia-smi', '');
    writeFileSync(
      inFolder('nvidia-smi'),
      `#!/bin/sh\necho x >>${inFolder('')}/reads\n[ $(wc -l <${inFolder('')}/reads) -gt 1 ] && echo '${gpu}, [N/A], 10' || echo '${gpu}, 0, 10'\n`,
    );
    const [pushed] = await received(200, (url) => measure(url));
    expect(ofGpus(pushed)).toEqual([`hw.gpu.memory.usage ${gpu} 10485760`]);
  });

  // The shell of busybox has a `date` of its own.
  it.skipIf(program !== 'sh')('ends within its minute where reading the GPUs is slow', async () => {
    offer('nvidia-smi', nvidia);
    writeFileSync(
      inFolder('date'),
      `#!/bin/sh\necho x >>${inFolder('')}/dates\necho $(($(wc -l <${inFolder('')}/dates) * 30))\n`,
    );
    chmodSync(inFolder('date'), 0o755);
    await received(200, (url) => measure(url, { SPENDWATCH_SAMPLES: '1000' }));
    // The time is asked for at the beginning and after each reading: 30, 60 and 90 s.
    expect(readFileSync(inFolder('dates'), 'utf8')).toBe('x\nx\nx\n');
  });

  it.skipIf(!has(program))('reads GPUs of AMD', async () => {
    offer('rocm-smi', rocm);
    const [pushed] = await received(200, (url) => measure(url));
    expect(ofGpus(pushed)).toEqual([
      'hw.gpu.memory.usage card0 2145386496',
      'hw.gpu.memory.usage card1 0',
      'hw.gpu.utilization card0 0.12',
    ]);
  });

  it.skipIf(!has(program))(
    'keeps figures that could not be sent, up to a limit, and sends them later',
    async () => {
      offer('nvidia-smi', nvidia);
      const kept = { SPENDWATCH_QUEUE: '2' };
      for (const _ of [1, 2, 3]) await received(503, (url) => measure(url, kept)).catch(() => null);
      const pushed = await received(200, (url) => measure(url, kept));
      expect(
        pushed.map((lines) => lines.filter((line) => line.startsWith('hw.gpu.utilization GPU-1')).length),
      ).toEqual([2]);
    },
  );

  it.skipIf(!has(program))('sends in batches', async () => {
    offer('nvidia-smi', nvidia);
    const variables = { SPENDWATCH_BATCH: '2' };
    const pushed = await received(200, async (url) => {
      await measure(url, variables);
      await measure(url, variables);
    });
    expect(pushed).toHaveLength(1);
  });

  it.skipIf(!has(program))('shows its token to no other user of the machine', async () => {
    writeFileSync(inFolder('curl'), `#!/bin/sh\necho "$@" >${inFolder('')}/arguments\ncat >/dev/null\n`);
    chmodSync(inFolder('curl'), 0o755);
    offer('nvidia-smi', nvidia);
    await measure('http://127.0.0.1:9');
    expect(readFileSync(inFolder('arguments'), 'utf8')).not.toContain('the-token');
  });

  it.skipIf(!has(program))('says which setting is missing', async () => {
    await expect(measure('')).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('SPENDWATCH_PUSH_URL'),
    });
    await expect(measure('http://127.0.0.1:9', { SPENDWATCH_TOKEN: '' })).rejects.toMatchObject({ code: 2 });
    expect(existsSync(inFolder('spool'))).toBe(false);
  });
});

it('is a script of at most 100 lines', () => {
  expect(readFileSync(agent, 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(100);
});

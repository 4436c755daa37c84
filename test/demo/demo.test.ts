import { expect, it } from 'vitest';
import { play } from './play.ts';

// The day itself is played in demo.long.test.ts.
it('the demo ends cleanly when it is interrupted', async () => {
  const shown = await play({ length: 16, signal: AbortSignal.abort() });
  expect(shown).toContain('Stopped.\n0 projects monitored');
});

import { describe, expect, it } from 'vitest';
import { withSettingsFile } from '../../lib/cli/settings-at-hand.ts';
import { readAddresses } from '../../lib/config/settings/addresses.ts';
import { readAnswerSettings } from '../../lib/config/settings/answer-links.ts';
import type { Environment } from '../../lib/config/settings/environment.ts';
import { readConnectedSettings } from '../../lib/config/settings/settings.ts';
import { orMistakes, renamed, SettingsError } from '../../lib/config/settings/settings-error.ts';
import { checkedSettings } from '../../lib/infra/checked-settings.ts';
import type { SpendwatchProps } from '../../lib/infra/spendwatch.ts';
import { aReader } from '../cli/a-reader.ts';
import { policy } from '../infra/a-stack.ts';
import { secretKey } from '../support/api-key.ts';
import { temporaryFile } from '../support/temporary-file.ts';
import { cloud, listed, wrongInputs } from './wrong-inputs.ts';

/** Returns the mistakes in the settings of one machine, from whatever reads them first. */
async function mistakesOnMachine(environment: Environment): Promise<readonly string[]> {
  const self = aReader({ SPENDWATCH_TABLE: 'ledger', ...environment });
  const read = await withSettingsFile(self).catch((error: unknown) => error);
  if (read instanceof Error) return linesOf(read);
  const { environment: all = self.environment, connections, placeOf } = { ...Object(read) };
  const errors = [
    orMistakes(() => readConnectedSettings(all, connections)),
    orMistakes(() => readAddresses(all)),
    orMistakes(() => readAnswerSettings(all)),
  ];
  return errors.flatMap((error) => (error instanceof SettingsError ? linesOf(renamed(error, placeOf)) : []));
}

const linesOf = ({ message }: Error): readonly string[] => message.split('\n').slice(1);

describe('wrong settings', () => {
  const rows = wrongInputs.flatMap(([mistake, { file, props, environment }]) => [
    ...(file === undefined ? [] : [{ mistake, place: 'a file', given: file }]),
    ...(environment === undefined ? [] : [{ mistake, place: 'the environment', given: environment }]),
    ...(props === undefined ? [] : [{ mistake, place: 'props', given: props }]),
  ]);

  it.each(rows)(
    'with $mistake in $place are refused with the line',
    async ({ place, given: [given, line] }) => {
      let lines: readonly string[] = [];
      if (typeof given === 'string') {
        const file = temporaryFile('settings.yaml', given);
        lines = (await mistakesOnMachine({ SPENDWATCH_SETTINGS: file })).map((text) =>
          text.replace(file, ''),
        );
      } else if (place === 'props') {
        const all = { policy, cloudUrl: 'https://a.example.com', ...given };
        const error = orMistakes(() => Reflect.apply(checkedSettings, null, [withoutTwoAddresses(all)]));
        lines = error instanceof SettingsError ? linesOf(error) : [];
      } else lines = await mistakesOnMachine({ ...given });
      expect(lines.filter((text) => text.startsWith(line))).toHaveLength(1);
      expect(lines.join('\n')).not.toContain(secretKey);
    },
  );

  it('include a connection of the environment beside those of the file', async () => {
    const file = temporaryFile('settings.yaml', listed);
    const [first] = await mistakesOnMachine({ ...cloud, SPENDWATCH_SETTINGS: file });
    expect(first).toMatch(/^SPENDWATCH_CLOUD_URL conflicts with the connections of the settings file/);
  });
});

function withoutTwoAddresses(props: SpendwatchProps): SpendwatchProps {
  const { cloudUrl: _, ...others } = props;
  return props.connections === undefined ? props : others;
}

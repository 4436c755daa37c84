import * as z from 'zod';
import { milliseconds, spanInWords } from '../../model/time/time.ts';
import { Deployment, deploymentShape } from '../deployment/deployment.ts';
import { connectionVariables } from '../settings/connection-variables.ts';
import { connectionForm } from '../settings/connections.ts';
import { machineSettings, prefix, prometheusSettings, schemas } from '../settings/names.ts';
import { writtenName } from '../settings/settings-source.ts';
import { meanings, ofConnection, ofPrometheus } from './settings-facts.ts';
import { routeShapes, secretPlace } from './settings-schema.ts';

const intro = `# All settings

This page is made of the schemas that read the settings. [connections.md](connections.md) shows a settings file, and
[settings-schema.json](settings-schema.json) is its JSON Schema: editors use it if the first line of the file is
\`# yaml-language-server: $schema=./settings-schema.json\`.

A variable goes before the file. The settings without a variable and without a place in the file are those of a stage in \`cdk.json\`
alone, and those of the file that have no variable are for a deployment or lists.
`;

/** Returns the page of all settings. */
export function settingsPage(): string {
  const connection: Readonly<Record<string, z.core.$ZodType>> = connectionForm(secretPlace).shape;
  return [
    intro,
    table(
      ['in `settings.yaml`', 'in `cdk.json`', 'variable', 'default', 'meaning'],
      Object.entries(meanings).map(([name, meaning]) => [
        isInFile(name) ? code(writtenName(name)) : '',
        isInStage(name) ? code(name) : '',
        code(machineSettings.get(name)),
        formatDefault(name),
        meaning,
      ]),
    ),
    `## Connections\n\nIn the list \`connections\`. The variables are those of a single connection without a name:
${Object.keys(connectionVariables).map(code).join(', ')}.\n`,
    table(
      ['setting', 'default', 'meaning'],
      Object.entries(ofConnection).map(([name, meaning]) => [
        code(writtenName(name)),
        shownDefault(connection[name]),
        meaning,
      ]),
    ),
    '## Prometheus\n\nUnder `prometheus`.\n',
    table(
      ['setting', 'variable', 'meaning'],
      Object.entries(ofPrometheus).map(([name, meaning]) => [
        code(writtenName(name)),
        code(prometheusSettings.get(name)),
        meaning,
      ]),
    ),
    `## Routes\n\nIn the list \`routes\`, each with \`to\` and, where there are several of a kind, \`name\` ([routes.md](routes.md)).\n`,
    table(
      ['`to`', 'settings'],
      [...routeShapes].map(([kind, shape]) => [
        code(kind),
        Object.keys(shape)
          .map((name) => code(writtenName(name)))
          .join(', '),
      ]),
    ),
    `## Variables\n\nThose above, and \`${prefix}SETTINGS\`, which names the file. The functions of a deployment have further ones, which it sets.\n`,
  ].join('\n');
}

const code = (text: string | undefined): string => (text === undefined ? '' : `\`${text}\``);

const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  `${[heads, heads.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')}\n`;

const isInFile = (name: string): boolean => machineSettings.has(name) || name in deploymentShape;
const isInStage = (name: string): boolean => name in Deployment.shape;

/** Returns the default of a setting in its written form; empty if it has none. */
function formatDefault(name: string): string {
  const variable = machineSettings.get(name);
  const stage: Readonly<Record<string, z.core.$ZodType>> = Deployment.shape;
  return shownDefault((variable === undefined ? undefined : schemas[variable]) ?? stage[name], name);
}

function shownDefault(schema: z.core.$ZodType | undefined, name = ''): string {
  if (!(schema instanceof z.ZodDefault)) return '';
  const value: unknown = schema.def.defaultValue;
  if (typeof value === 'number' && name.endsWith('Interval'))
    return code(spanInWords(milliseconds(value)).replace(/ (\w)\w*/, '$1'));
  return typeof value === 'object' ? '' : code(String(value));
}

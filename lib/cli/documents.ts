import type { Source } from '../clouds/http/operation.ts';
import { policySchema } from '../config/policy/policy-schema.ts';
import { eventsSchema } from '../routes/events/event-schema.ts';
import { operationGroups, type SpecifiedOperation } from '../simulators/compute/contract/contract.ts';
import { routes } from '../simulators/compute/http/routes.ts';
import { openApiDocument } from '../simulators/compute/openapi/document.ts';

const isSimulated = (id: string): boolean => Object.hasOwn(routes, id);

/** Returns the page that lists every operation with its path, source and support. */
function apiPage(): string {
  const all = operationGroups.flatMap(({ operations }) => operations);
  const simulated = all.filter(({ id }) => isSimulated(id)).length;
  const from = (source: Source) => all.filter((operation) => operation.source === source).length;
  return [
    "# The cloud's API",
    '',
    '<!-- Written by `npm run docs:api` from lib/simulators/compute/contract. -->',
    '',
    `The contract has ${all.length} operations. The paths of ${from('specification')} are in the specification; those of the`,
    `${from('platform')} marked _platform_ only in the reference of a platform that serves this API; the ${from('inferred')} marked`,
    '_inferred_ are guesses that nothing proves. The client can ask all of them; the simulator answers',
    `${simulated}. [openapi.json](openapi.json) (\`npm run openapi\`) has them with all records; a running`,
    'simulator serves it at `/openapi.json`.',
    ...operationGroups.flatMap(({ name, operations }) => ['', `## ${name}`, '', ...operations.map(line)]),
    '',
  ].join('\n');
}

function line({ id, method, path, source, note }: SpecifiedOperation): string {
  const marked = source === 'specification' ? '' : ` _${source}_`;
  return `- \`${method} ${path}\` \`${id}\`${marked}${note === '' ? '' : `: ${note}`}`;
}

function openApi(): string {
  const servers = [{ url: '{baseUrl}', variables: { baseUrl: { default: 'https://api.example.com' } } }];
  return `${inLines(openApiDocument({ servers, isSimulated }), 3)}\n`;
}

/** Formats JSON with a line for each operation and record, so that changes are easy to review. */
function inLines(value: object, depth: number, indent = ''): string {
  const deeper = `${indent}  `;
  const members = Object.entries(value).map(([name, member]: [string, unknown]) => {
    const isOpen = depth > 1 && typeof member === 'object' && member !== null && !Array.isArray(member);
    return `${deeper}${JSON.stringify(name)}: ${isOpen ? inLines(member, depth - 1, deeper) : JSON.stringify(member)}`;
  });
  return members.length === 0 ? '{}' : `{\n${members.join(',\n')}\n${indent}}`;
}

/** The generated documents, by their path in the repository. */
export const documents: ReadonlyMap<string, () => string> = new Map([
  ['docs/api.md', apiPage],
  ['docs/openapi.json', openApi],
  ['docs/events-schema.json', () => `${inLines(eventsSchema(), 4)}\n`],
  ['docs/policy-schema.json', () => `${inLines(policySchema(), 7)}\n`],
]);

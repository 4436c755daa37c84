/** Returns the name of a subject for people, and for a resource that of its project, and its id where people gave it a name. */
export function partsOf(
  subject: string,
  given?: string | null,
): {
  readonly project: { readonly subject: string; readonly name: string } | null;
  readonly name: string;
  readonly id: string | null;
} {
  const [, project, kind, id] = /^(project(?:@[^/]+)?\/.+?)\/([a-z-]+)\/(.+)$/s.exec(subject) ?? [];
  if (project !== undefined)
    return {
      project: { subject: project, name: nameOf(project) },
      name: given ?? (kind === 'vm' ? (id ?? '') : `${kind} ${id}`),
      id: given == null || id === undefined ? null : id,
    };
  return { project: null, name: nameOf(subject), id: null };
}

/** Reports whether a subject is a project, or a resource of one. */
export const isOfProject = (subject: string): boolean => /^project[@/]/.test(subject);

/** Returns the word for a target: "project", "account" or "group"; "resource" for a resource. */
export const scopeOf = (subject: string): string =>
  partsOf(subject).project === null ? (/^[a-z]+/.exec(subject)?.[0] ?? '') : 'resource';

/** Returns the name of a target, with that of its connection: "ml-infra (eu)". */
export function nameOf(target: string): string {
  const [, connection, name = target] =
    /^(?:(?:project|account)(?:@([^/]+))?|group)\/(.+)$/s.exec(target) ?? [];
  return connection === undefined ? name : `${name} (${connection})`;
}

/** Returns a subject's whole name: "ml-infra / train-7b", "ml-infra / volume data", "pods / trainer (k3x9)". */
export function subjectName(subject: string, given?: string | null): string {
  const { project, name, id } = partsOf(subject, given);
  const title = id === null ? name : `${name} (${id})`;
  return project === null ? title : `${project.name} / ${title}`;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function format(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${zone} ${JSON.stringify(options)}`;
  const known = formats.get(key) ?? new Intl.DateTimeFormat('en-GB', { timeZone: zone, ...options });
  formats.set(key, known);
  return known;
}

const clockTime = { hour: '2-digit', minute: '2-digit' } as const;

/** Returns "14:05", in the policy's time zone. */
export const timeOfDay = (at: number, zone: string): string => format(zone, clockTime).format(at);
/** Returns "17 Mar, 14:05". */
export const dayAndTime = (at: number, zone: string): string =>
  format(zone, { day: 'numeric', month: 'short', ...clockTime }).format(at);
/** Returns "17 Mar 2026, 14:05". */
export const dayAndYear = (at: number, zone: string): string =>
  format(zone, { day: 'numeric', month: 'short', year: 'numeric', ...clockTime }).format(at);
/** Returns a text with its times, recorded in UTC or written in the page's zone, in the page's format. */
export const inZone = (text: string, zone: string): string =>
  text
    .replaceAll(/\b\d{4}-\d\d-\d\dT\d\d:\d\d(:[\d.]+)?Z/g, (written) => dayAndTime(Date.parse(written), zone))
    .replaceAll(/\b(\d{4}-\d\d-\d\d) (\d\d:\d\d)\b( \([A-Z]\w*(\/\w+)*\))?/g, (_, day, time) =>
      dayAndTime(Date.parse(`${day}T${time}Z`), 'UTC'),
    );
/** Returns "Tue 17 Mar". */
export const dayInWords = (at: number, zone: string): string =>
  format(zone, { weekday: 'short', day: 'numeric', month: 'short' }).format(at);
/** Returns a duration in its two largest units: "3 h 20 min". */
export function spanInWords(milliseconds: number): string {
  const total = Math.max(0, Math.round(milliseconds / 60_000));
  const parts = [
    [Math.floor(total / 1_440), 'd'],
    [Math.floor((total % 1_440) / 60), 'h'],
    [total % 60, 'min'],
  ].filter(([count]) => count !== 0);
  return parts.length === 0
    ? 'less than a minute'
    : parts
        .slice(0, 2)
        .map(([count, unit]) => `${count} ${unit}`)
        .join(' ');
}

/** Returns "3 h ago", or "in 3 h". */
export const fromNow = (at: number, now: number): string =>
  at <= now ? `${spanInWords(now - at)} ago` : `in ${spanInWords(at - now)}`;

export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? one : many}`;

/** Returns an amount in short form, such as "1.2k", for axes. */
export const shortDollars = (value: number): string =>
  value >= 1_000_000
    ? `${trim(value / 1_000_000)}M`
    : value >= 1_000
      ? `${trim(value / 1_000)}k`
      : trim(value);
const trim = (value: number): string => String(Math.round(value * 100) / 100);

import type { Inventory as Answered } from '../data/inventory.ts';
import type { ResourceRow } from '../data/rows.ts';
import type { UseReply } from '../replies.ts';
import { useUse } from './charts/use-of-rows.ts';
import { UseRow, UseScale } from './charts/use-row.tsx';
import { Shape } from './parts/marks.tsx';
import { Pager } from './parts/pager.tsx';
import { Answer, Nothing } from './parts/states.tsx';
import { Switch } from './parts/switch.tsx';
import { Head } from './parts/table.tsx';
import { go, Link, type Place, subjectAddress, usePlace, withQuery } from './place.tsx';
import { useAnswer } from './state/load.ts';
import { counted, dayAndTime } from './words.ts';

const kinds = {
  '': 'All kinds',
  computes: 'All compute',
  vm: 'VMs',
  machine: 'Machines',
  cluster: 'Clusters',
  'cluster-machine': 'Cluster machines',
  volume: 'Volumes',
  disk: 'Disks',
  image: 'Images',
  network: 'Networks',
} as const;
const states = {
  '': 'Any state',
  running: 'Running',
  stopped: 'Stopped',
  idle: 'Idle',
  unused: 'Idle or wasted',
  alerting: 'With alerts',
} as const;
const sorts = { name: 'By project', price: 'Most expensive first', note: 'Idle first' } as const;
const spans = { '24': '24 hours', '168': '7 days' } as const;

/** The page of all resources, with the hourly use of VMs. */
export function Inventory() {
  const place = usePlace();
  const query = new URLSearchParams(place.query);
  query.delete('hours');
  if (!query.has('kind')) query.set('kind', 'computes');
  const loaded = useAnswer<Answered>(`/api/inventory?${query}`);
  return (
    <>
      <div class="heading">
        <h1>Inventory</h1>
        {loaded.answer !== null && (
          <p>
            {loaded.answer.what ?? 'No resources'} in {counted(loaded.answer.projects, 'project')}:{' '}
            {loaded.answer.burn.text}
            {loaded.answer.burn.value !== loaded.answer.burnOfAll.value &&
              `, of ${loaded.answer.burnOfAll.text} in all`}
          </p>
        )}
      </div>
      {loaded.answer?.unused != null && <p class="lead">{loaded.answer.unused}</p>}
      <Filters place={place} />
      <section class="card" aria-label="Inventory">
        <Answer loaded={loaded} lines={12}>
          {(inventory) => <Rows inventory={inventory} place={place} />}
        </Answer>
      </section>
    </>
  );
}

function Filters({ place }: { readonly place: Place }) {
  const to = (changes: Record<string, string>) => go(withQuery(place, { page: null, ...changes }), 'replace');
  const select = (name: string, label: string, options: Readonly<Record<string, string>>, usual: string) => (
    <select
      aria-label={label}
      value={place.query.get(name) ?? usual}
      onChange={({ currentTarget }) => to({ [name]: currentTarget.value })}
    >
      {Object.entries(options).map(([value, title]) => (
        <option key={value} value={value === '' ? 'any' : value}>
          {title}
        </option>
      ))}
    </select>
  );
  return (
    <search class="filters">
      <input
        type="search"
        aria-label="Find by name, project or state"
        placeholder="Find by name, project or state"
        value={place.query.get('find') ?? ''}
        onInput={({ currentTarget }) => to({ find: currentTarget.value })}
      />
      {select('kind', 'Kind', kinds, 'computes')}
      {select('state', 'State', states, 'any')}
      {select('sort', 'Order', sorts, 'name')}
      {place.query.get('project') !== null && (
        <Link class="button" to={withQuery(place, { project: null, page: null })}>
          Only {place.query.get('project')}: show all projects
        </Link>
      )}
      <div class="rest">
        <Switch
          label="Use of the last"
          name="hours"
          options={spans}
          value={place.query.get('hours') ?? '24'}
        />
      </div>
    </search>
  );
}

function Rows({ inventory, place }: { readonly inventory: Answered; readonly place: Place }) {
  const { rows, zone } = inventory;
  const hours = Number(place.query.get('hours') ?? 24);
  const use = useUse(
    [...new Set(rows.flatMap(({ kind, project }) => (kind === 'vm' ? [project] : [])))],
    hours,
  );
  if (rows.length === 0) return <Nothing>No matches.</Nothing>;
  return (
    <>
      <table class="inventory">
        <Head
          of={[
            'Resource',
            'State',
            'Size',
            { figure: 'USD/h' },
            'Finding',
            <span class="ends">
              <span>CPU or GPU use by hour, from {hours === 24 ? '24 hours' : '7 days'} ago</span>
              <span>now</span>
            </span>,
          ]}
        />
        <tbody>
          {rows.map((row) => (
            <tr key={row.subject}>
              <th scope="row" class="name-of">
                <Link to={subjectAddress(row.subject)}>{row.name ?? row.id}</Link>
                <small>
                  {row.name !== null && `${row.id}, `}
                  {row.project}
                  {row.kind === 'vm' ? '' : `, ${row.word}`}
                </small>
              </th>
              <td class="narrow">{row.state}</td>
              <td class="narrow">{row.size}</td>
              <td class="number">{row.price}</td>
              <td class={`note-cell tone-${row.remark.tone}`}>
                {row.severity !== null && (
                  <span class={`sign ${row.severity}`}>
                    <Shape of={row.severity} />
                    <span class="hidden-text">{row.severity}: </span>
                  </span>
                )}
                {row.remark.text}
              </td>
              <td class="use-cell">
                <UseOfRow row={row} use={use.get(row.project)} zone={zone} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <UseScale />
      <Pager list={inventory} place={place} />
    </>
  );
}

type UseOfRowProps = {
  readonly row: ResourceRow;
  readonly use: UseReply | string | undefined;
  readonly zone: string;
};

function UseOfRow({ row, use, zone }: UseOfRowProps) {
  if (row.kind !== 'vm') return <span class="quiet">no usage data</span>;
  if (use === undefined) return <span class="quiet">loading history</span>;
  if (typeof use === 'string') return <span class="quiet">failed to load: {use}</span>;
  const of = use.vms.find(({ id }) => id === row.id);
  if (of === undefined) return <span class="quiet">no data in this period</span>;
  return (
    <UseRow
      cells={of.cells}
      hasGpus={row.hasGpus}
      hourOf={(index) => dayAndTime(use.from + index * 3_600_000, zone)}
    />
  );
}

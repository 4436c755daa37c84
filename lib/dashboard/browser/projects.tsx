import type { ProjectRow } from '../data/rows.ts';
import { Card } from './parts/card.tsx';
import { Mark } from './parts/marks.tsx';
import { Table } from './parts/table.tsx';
import { Link, subjectAddress } from './place.tsx';

type ProjectsProps = {
  readonly projects: readonly ProjectRow[];
  readonly all: number;
  readonly class?: string;
};

const figures = ['USD/h', 'This month, USD', 'Running', 'Idle', 'Alerts'].map((figure) => ({ figure }));
const head = ['Project', ...figures];

/** Lists projects with their figures, the highest burn rate first. */
export function Projects({ projects, all, class: width }: ProjectsProps) {
  const which =
    projects.length < all
      ? `top ${projects.length} of ${all.toLocaleString('en-GB')} by burn rate`
      : 'by burn rate';
  return (
    <Card
      name="projects"
      title="Projects"
      aside={<p>{which}</p>}
      {...(width !== undefined && { class: width })}
    >
      <Table label="Table of projects" head={head}>
        {projects.map((project) => (
          <tr key={project.subject}>
            <th scope="row" class="name-of">
              <Link to={subjectAddress(project.subject)}>{project.name}</Link>
            </th>
            <td class="number">{project.burn}</td>
            <td class="number">{project.month}</td>
            <td class="number">{project.running}</td>
            <td class="number">{project.idle > 0 ? <Mark tone="warning">{project.idle}</Mark> : 0}</td>
            <td class="number">{project.alerts > 0 ? <Mark tone="warning">{project.alerts}</Mark> : 0}</td>
          </tr>
        ))}
      </Table>
    </Card>
  );
}

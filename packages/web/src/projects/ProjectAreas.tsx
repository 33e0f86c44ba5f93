import { Breadcrumb, Button } from 'antd';
import { useState } from 'react';
import { AreaList } from './AreaList.tsx';

interface Named {
  readonly id: number;
  readonly name: string;
}

/** The areas of a project, to be gone into one within the other. */
export function ProjectAreas({ project, mayEdit }: { project: Named; mayEdit: boolean }) {
  const [way, setWay] = useState<readonly Named[]>([]);
  const parent = way.at(-1) ?? project;
  return (
    <>
      {way.length > 0 ? (
        <Breadcrumb
          items={[project, ...way].map(({ name }, i, all) => ({
            key: i,
            title:
              i === all.length - 1 ? (
                name
              ) : (
                <Button type="link" size="small" onClick={() => setWay(way.slice(0, i))}>
                  {name}
                </Button>
              ),
          }))}
        />
      ) : null}
      <AreaList
        key={parent.id}
        project={project}
        parent={parent}
        mayEdit={mayEdit}
        onOpen={({ SubareaId, SubareaName }) => setWay([...way, { id: SubareaId, name: SubareaName }])}
      />
    </>
  );
}

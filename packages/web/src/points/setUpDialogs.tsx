import { type ComponentProps, type ComponentType, lazy, Suspense } from 'react';

// Who looks at values does not load the forms of the set-up; the page beneath stays while they come.
const AddPoint = lazy(() => import('./PointEditor.tsx').then((m) => ({ default: m.AddPointDialog })));
const EditPoint = lazy(() => import('./PointEditor.tsx').then((m) => ({ default: m.EditPointDialog })));
const SheetImport = lazy(() => import('./SheetImportDialog.tsx').then((m) => ({ default: m.SheetImportDialog })));

/** The dialog of its own loading: nothing is shown until it is there. */
const onItsOwn = <Props extends object>(Dialog: ComponentType<Props>) =>
  function OnItsOwn(props: Props) {
    return (
      <Suspense fallback={null}>
        <Dialog {...props} />
      </Suspense>
    );
  };

/** A new point on a slave or an MQTT gateway. Mount it to show it. */
export const AddPointDialog = onItsOwn<ComponentProps<typeof AddPoint>>(AddPoint);
/** Everything that is set up about a point. Mount it to show it. */
export const EditPointDialog = onItsOwn<ComponentProps<typeof EditPoint>>(EditPoint);
/** Points of a slave from a spreadsheet. Mount it to show it. */
export const SheetImportDialog = onItsOwn<ComponentProps<typeof SheetImport>>(SheetImport);

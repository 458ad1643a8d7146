export { byPerson, byStaff, byToken, type ChangedBy } from './changedBy';
export { type ChangeRow, findChange, type Stroke } from './history.repo';
export { judgeUndo, restored, type UndoJudgement } from './judgeUndo';
export { presentFields } from './presentChange';
export { readHistory } from './readHistory';
export { type Snapshot, takeSnapshots } from './snapshots';
export { recordCreated, withHistory, withLines } from './withHistory';

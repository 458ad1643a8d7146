/** Parts of a conversation with support, for both sides of it. They show and remember; what fetches is handed in. */
export { Composer } from './Composer';
export { ConversationFrame } from './ConversationFrame';
export { type ConversationRow, ConversationRows, useLastLine, useShortTime } from './ConversationRows';
export { ConversationStatus } from './ConversationStatus';
export { fileProblemOf, sendProblemOf } from './conversationError';
export type { SomethingElse } from './DiagnosisCard';
export { DraftFiles } from './DraftFiles';
export {
  attachmentsOf,
  type Draft,
  type DraftControls,
  type FileProblem,
  giveBack,
  isUnderWay,
  type Upload,
  type UploadAnswer,
  useDraft,
} from './draft';
export { FileButton } from './FileButton';
export { type Outbox, type Send, type SendAnswer, type SendProblem, type Unsent, useOutbox } from './outbox';
export { Presence } from './Presence';
export { Thread } from './Thread';
export type { Side } from './threadRows';
export { useEarlier } from './useEarlier';
export { useFileDrop } from './useFileDrop';
export { type FileGate, useFileGate } from './useFileGate';
export { useSeen } from './useSeen';
export { useTyping } from './useTyping';
export { useOnline } from './useVisible';

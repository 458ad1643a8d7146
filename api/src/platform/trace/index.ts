export { createTracer, type KeptSpan, noTracer, type Tracer, type TracerOptions } from './createTracer';
export {
  currentTrace,
  isTraced,
  note,
  outsideTraces,
  runInTrace,
  type Span,
  span,
  type TraceContext,
  type TraceOrigin,
} from './traceContext';
export { isTraceId, readTraceText, traceText } from './traceText';

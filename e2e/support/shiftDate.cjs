// For a server process of a test: its clock is so many days ahead (TEST_SHIFT_DAYS). Loaded before everything else.
const days = Number(process.env.TEST_SHIFT_DAYS ?? 0);
const shiftMs = days * 86_400_000;
const RealDate = Date;

class ShiftedDate extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(RealDate.now() + shiftMs);
    else super(...parts);
  }
  static now() {
    return RealDate.now() + shiftMs;
  }
}

if (shiftMs !== 0) globalThis.Date = ShiftedDate;

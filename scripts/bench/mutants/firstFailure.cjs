/** Ends Jest with the first test that fails: the others of its file might wait, each for as long as a test may. */
module.exports = class FirstFailure {
  onTestCaseResult(_test, { status }) {
    // As Ctrl-C does: what the run has started ends with it.
    if (status === 'failed') process.kill(process.pid, 'SIGINT');
  }
};

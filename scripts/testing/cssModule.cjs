// A CSS module in a test: every class is its own name.
module.exports = new Proxy({}, { get: (_, key) => (key === '__esModule' ? false : String(key)) });

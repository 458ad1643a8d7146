// Tests that wait for a real server: what takes one second alone takes ten on a machine that is busy with others.
jest.setTimeout(20_000);

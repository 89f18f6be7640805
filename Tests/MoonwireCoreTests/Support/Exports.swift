// All tests use these fixtures.
@_exported import ModelFixtures

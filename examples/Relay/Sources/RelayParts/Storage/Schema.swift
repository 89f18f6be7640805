/// The tables of the store.
///
/// A delivery without a target is the dead letter of an event that a step could not process.
enum Schema {
    static let text = """
        CREATE TABLE IF NOT EXISTS events (
            number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, route TEXT NOT NULL, request TEXT NOT NULL,
            received REAL NOT NULL, type TEXT NOT NULL, body BLOB NOT NULL, outcome TEXT NOT NULL
        ) STRICT;
        CREATE TABLE IF NOT EXISTS deliveries (
            id INTEGER PRIMARY KEY, event TEXT NOT NULL REFERENCES events (id), target TEXT, type TEXT, body BLOB,
            state TEXT NOT NULL, attempts INTEGER NOT NULL DEFAULT 0, due REAL NOT NULL, reason TEXT
        ) STRICT;
        CREATE INDEX IF NOT EXISTS waiting ON deliveries (target, due) WHERE state = 'waiting';
        CREATE INDEX IF NOT EXISTS of_event ON deliveries (event);
        CREATE INDEX IF NOT EXISTS states ON deliveries (state, target);
        """
}

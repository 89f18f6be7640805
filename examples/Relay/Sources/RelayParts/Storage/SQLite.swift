import CSQLite
import Foundation

/// A connection to a database, for one isolation at a time.
final class SQLite {
    struct Failure: Error, CustomStringConvertible {
        let code: Int32
        let description: String
    }

    private let connection: OpaquePointer
    private var statements: [String: OpaquePointer] = [:]

    init(path: String) throws {
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(path, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nil)
        guard let opened else { throw Failure(code: code, description: "there is no memory for a database") }
        connection = opened
        // After a failure, too, the connection must be closed, which `deinit` does.
        guard code == SQLITE_OK else { throw failure() }
    }

    deinit {
        for statement in statements.values { sqlite3_finalize(statement) }
        sqlite3_close(connection)
    }

    var changes: Int { Int(sqlite3_changes(connection)) }

    /// Runs statements without values.
    func execute(_ text: String) throws {
        guard sqlite3_exec(connection, text, nil, nil, nil) == SQLITE_OK else { throw failure() }
    }

    /// Runs a statement, which is prepared once.
    func run(_ text: String, _ values: SQLiteValue?...) throws {
        try each(text, values) { _ in }
    }

    func rows<Row>(_ text: String, _ values: SQLiteValue?..., as row: (SQLiteRow) throws -> Row) throws -> [Row] {
        var rows: [Row] = []
        try each(text, values) { rows.append(try row($0)) }
        return rows
    }

    /// Runs the body as a whole or not at all; what it has done is on the disk when this returns.
    func transaction<Result>(_ body: () throws -> Result) throws -> Result {
        try execute("BEGIN IMMEDIATE")
        do {
            let result = try body()
            try execute("COMMIT")
            return result
        } catch {
            // Some failures, such as a full disk, have rolled back already.
            if sqlite3_get_autocommit(connection) == 0 { try? execute("ROLLBACK") }
            throw error
        }
    }

    private func each(_ text: String, _ values: [SQLiteValue?], _ body: (SQLiteRow) throws -> Void) throws {
        let statement = try prepared(text)
        defer {
            sqlite3_reset(statement)
            sqlite3_clear_bindings(statement)
        }
        for (index, value) in values.enumerated() {
            guard (value ?? .null).bind(to: statement, at: Int32(index + 1)) == SQLITE_OK else { throw failure() }
        }
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW: try body(SQLiteRow(statement: statement))
            case SQLITE_DONE: return
            default: throw failure()
            }
        }
    }

    private func prepared(_ text: String) throws -> OpaquePointer {
        if let statement = statements[text] { return statement }
        var made: OpaquePointer?
        guard sqlite3_prepare_v2(connection, text, -1, &made, nil) == SQLITE_OK, let made else { throw failure() }
        statements[text] = made
        return made
    }

    private func failure() -> Failure {
        Failure(code: sqlite3_errcode(connection), description: String(cString: sqlite3_errmsg(connection)))
    }
}

/// A value of a column.
enum SQLiteValue {
    case null
    case integer(Int64)
    case number(Double)
    case text(String)
    case blob(Data)

    /// SQLite copies the value before the call returns.
    fileprivate func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        // This is SQLITE_TRANSIENT, a macro that Swift does not import: the pointer is compared, and never called.
        let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        return switch self {
        case .null: sqlite3_bind_null(statement, index)
        case .integer(let value): sqlite3_bind_int64(statement, index, value)
        case .number(let value): sqlite3_bind_double(statement, index, value)
        case .text(let value): sqlite3_bind_text(statement, index, value, Int32(value.utf8.count), copied)
        case .blob(let value):
            value.isEmpty
                ? sqlite3_bind_zeroblob(statement, index, 0)
                : value.withUnsafeBytes { sqlite3_bind_blob(statement, index, $0.baseAddress, Int32($0.count), copied) }
        }
    }
}

/// The current row of a statement.
struct SQLiteRow {
    fileprivate let statement: OpaquePointer

    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

    func date(_ column: Int32) -> Date { Date(timeIntervalSince1970: sqlite3_column_double(statement, column)) }

    func optionalDate(_ column: Int32) -> Date? {
        sqlite3_column_type(statement, column) == SQLITE_NULL ? nil : date(column)
    }

    func text(_ column: Int32) -> String { optionalText(column) ?? "" }

    func optionalText(_ column: Int32) -> String? {
        // The characters are copied before the next call for this statement.
        sqlite3_column_text(statement, column).map { String(cString: $0) }
    }

    func data(_ column: Int32) -> Data {
        // The bytes are copied before the next call for this statement; an empty value has no address.
        guard let bytes = sqlite3_column_blob(statement, column) else { return Data() }
        return Data(bytes: bytes, count: Int(sqlite3_column_bytes(statement, column)))
    }
}

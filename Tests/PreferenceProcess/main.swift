import Foundation
import MoonwireCore
import MoonwireValues

// A process that uses preferences beside the one of the tests, and may be killed.

let arguments = Array(CommandLine.arguments.dropFirst())

do {
    switch (arguments.first, arguments.count) {
    // get KEY, set KEY NUMBER: uses the store that counts unless an application says otherwise.
    case ("get", 2): print(try UserDefaultsStore.standard.read(arguments[1]) ?? .null)
    case ("set", 3): try UserDefaultsStore.standard.write(number(2), for: arguments[1])
    // count FILE KEY LAST: sets a key to each number up to the last.
    case ("count", 4):
        let store = FileStore(path: arguments[1])
        for number in 1...(Int64(arguments[3]) ?? 1) { try store.write(.integer(number), for: arguments[2]) }
    // fill FILE KEY BYTES LIMIT: writes a string of BYTES bytes, with a limit of LIMIT bytes for files.
    case ("fill", 5):
        limitFiles(to: Int(arguments[4]) ?? 0)
        let text = String(repeating: "x", count: Int(arguments[3]) ?? 0)
        try FileStore(path: arguments[1]).write(.text(text), for: arguments[2])
    // kill FILE TIMES: kills that many child processes while they write to the file, and reads it after each.
    // Prints how many values were written.
    case ("kill", 3): print(try Killings(path: arguments[1]).run(Int(arguments[2]) ?? 1))
    default: throw Misuse()
    }
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
}

struct Misuse: Error {}

func number(_ index: Int) -> PlainValue { .integer(Int64(arguments[index]) ?? 0) }

/// Makes a write beyond the limit an error, as on a full disk.
func limitFiles(to bytes: Int) {
    signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit(rlim_cur: rlim_t(bytes), rlim_max: rlim_t(bytes))
    #if canImport(Darwin)
        setrlimit(RLIMIT_FSIZE, &limit)
    #else
        setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    #endif
}

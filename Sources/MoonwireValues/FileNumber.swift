import MoonwireSupport

/// A script's file by its number: a name gets one when it is first seen, and keeps it for as long as the process runs.
package struct FileNumber: Sendable, Hashable {
    private let number: Int32

    package init(_ name: String) {
        number = FileNames.number(of: name)
    }

    package var name: String { FileNames.name(of: number) }
}

/// Every name that has a number.
private enum FileNames {
    private struct State {
        var names: [String] = []
        var numbers: [String: Int32] = [:]
    }

    private static let state = Lock(State())

    static func number(of name: String) -> Int32 {
        state.withLock { state in
            if let known = state.numbers[name] { return known }
            let number = Int32(truncatingIfNeeded: state.names.count)
            state.names.append(name)
            state.numbers[name] = number
            return number
        }
    }

    static func name(of number: Int32) -> String {
        state.withLock { $0.names[Int(number)] }
    }
}

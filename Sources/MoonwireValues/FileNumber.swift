#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A script's file by its number: a name gets one when it is first seen, and keeps it for as long as the process runs.
package struct FileNumber: Sendable, Hashable {
    private let number: Int32

    package init(_ name: String) {
        number = FileNames.all.number(of: name)
    }

    package var name: String { FileNames.all.name(of: number) }
}

/// Every name that has a number.
private final class FileNames: @unchecked Sendable {  // `mutex` protects both variables.
    static let all = FileNames()

    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var names: [String] = []
    private var numbers: [String: Int32] = [:]

    private init() {
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
    }

    func number(of name: String) -> Int32 {
        locked {
            if let known = numbers[name] { return known }
            let number = Int32(truncatingIfNeeded: names.count)
            names.append(name)
            numbers[name] = number
            return number
        }
    }

    func name(of number: Int32) -> String {
        locked { names[Int(number)] }
    }

    private func locked<R>(_ body: () -> R) -> R {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body()
    }
}

/// Replaces the file system calls in a schedule.
///
/// Failures set `errno`, as in the system's calls.
package protocol FileSystem: AnyObject, Sendable {
    /// The time for timestamps of files, in nanoseconds.
    var time: Int64 { get }

    func fstatat(_ folder: Int32, _ path: String, _ status: inout stat, _ flags: Int32) -> Int32
    func fstat(_ descriptor: Int32, _ status: inout stat) -> Int32
    /// Whether a process has a file open for writing; nil if the system does not report it.
    func isOpenForWriting(_ path: String) -> Bool?
    func openat(_ folder: Int32, _ path: String, _ flags: Int32) -> Int32
    func readlinkat(_ folder: Int32, _ path: String, _ buffer: inout [CChar]) -> Int
    func read(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int
    func write(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int
    func close(_ descriptor: Int32)
    func pipe(_ ends: inout [Int32]) -> Int32
    func poll(_ descriptors: inout [pollfd], milliseconds: Int32) -> Int32

    // The functions of `inotify`.
    func openNotifications() -> Int32
    func addWatch(_ descriptor: Int32, _ path: String, _ interest: UInt32) -> Int32
    func removeWatch(_ descriptor: Int32, _ number: Int32)
}

/// What a server accepts from its clients.
struct ServerLimits: Sendable {
    /// The number of connections at a time; further clients wait.
    var connections = 256
    /// The number of bytes in the body of a request.
    var body = 1 << 20
    /// The time that a client has to send a request.
    var timeout = Duration.seconds(10)
    /// The number of threads that read and write.
    var threads = 2
}

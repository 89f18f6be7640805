import Foundation
public import MoonwireCore
import MoonwireSupport
import MoonwireValues

extension Container {
    /// Lets `moonwire attach` ask a running container, until it is cancelled or released.
    public final class Attachment: Sendable {
        private let server: LocalServer

        fileprivate init(_ server: LocalServer, _ service: AttachService) {
            self.server = server
            // The thread drops both at the end of `run`, and not only when the system ends the thread.
            let start = Lock<(LocalServer, AttachService)?>((server, service))
            Thread.detachNewThread {
                guard let (server, service) = start.withLock({ $0.take() }) else { return }
                server.run(service.answer, refused: service.refuse)
            }
        }

        deinit { cancel() }

        /// Ends the attachment, and removes the socket, so that its path can be used again; calls in progress complete.
        public func cancel() { server.stop() }
    }

    /// Lets `moonwire attach` ask the container through a Unix socket, for as long as the returned attachment exists.
    ///
    /// ```swift
    /// let attachment = try container.attachable(at: "relay.sock")
    /// // $ moonwire attach relay.sock explain mailer
    /// ```
    ///
    /// Only processes of the same user can connect. The socket of a process that was killed is replaced. The attachment does not
    /// keep the container in memory.
    ///
    /// - Parameters:
    ///   - path: The path of the socket. The file `path.lock` beside it shows which process it belongs to.
    ///   - readOnly: Whether calls cannot change the container; otherwise, they can reload it and set parameters, which ``Container/diagnostics`` reports.
    /// - Returns: The attachment, which ends when it is released.
    /// - Throws: ``ContainerError`` if the socket cannot be created.
    public func attachable(at path: String, readOnly: Bool = true) throws -> Attachment {
        do {
            let server = try LocalServer(at: path)
            return Attachment(server, AttachService(self, path: path, readOnly: readOnly))
        } catch let obstacle as LocalServer.Obstacle {
            throw ContainerError([.cannotAttach(path, obstacle)])
        }
    }
}

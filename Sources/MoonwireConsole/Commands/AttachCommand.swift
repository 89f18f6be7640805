import Foundation
import MoonwireSupport

/// `attach SOCKET COMMAND…`: runs a command in a running program.
package struct AttachCommand: Command {
    package let name = "attach"
    package let summary = "ask a running program that has called `container.attachable(at:)`"

    /// A program ends a call earlier, unless it stops.
    private let answerTime: Duration

    package init() { self.init(answerTime: .seconds(150)) }

    /// Creates the command; a call without a complete answer fails after `answerTime`.
    package init(answerTime: Duration) {
        self.answerTime = answerTime
    }

    package var details: String {
        """
        Runs a command in the program that has created SOCKET, and prints its result. Without COMMAND, it lists the
        commands. They show the running container; `reload` changes it if the program allows that.
        """
    }

    package var operands: [Operand] {
        [
            Operand(ValueHint("SOCKET", .file)), Operand(ValueHint("COMMAND"), isOptional: true),
            Operand(ValueHint("ARGUMENT"), isOptional: true, isRepeatable: true),
        ]
    }
    package var example: String? { "relay.sock explain mailer" }

    package func run(_ invocation: Invocation) -> Console.Status {
        // The options after the socket are those of the other command.
        let own = Invocation(
            program: invocation.program, arguments: Array(invocation.arguments.prefix(1)),
            commands: invocation.commands,
            output: invocation.output)
        return answer(own) { options in
            guard let path = options.operands.first, !path.isEmpty else { throw UsageError.noSocket }
            let rest = Array(invocation.arguments.dropFirst())
            let request = AttachRequest(
                program: "\(invocation.program) attach \(path)", arguments: rest.isEmpty ? ["--help"] : rest)
            let socket: LocalSocket
            do { socket = try LocalSocket(connectedTo: path) } catch let error as SystemError {
                throw UsageError.cannotConnect(path, error)
            }
            return try exchange(request, socket, path, invocation.output)
        }
    }

    private func exchange(
        _ request: AttachRequest, _ socket: LocalSocket, _ path: String, _ output: Console.Output
    ) throws -> Console.Status {
        let deadline = ContinuousClock.now + answerTime
        let line = try AttachLine.encoded(request)
        guard line.count <= AttachRequest.largest else {
            throw UsageError("the arguments exceed the limit of \(AttachRequest.largest) bytes")
        }
        do {
            do { try socket.send(line, by: deadline) } catch let error as SystemError {
                // A program that answers no more calls has sent why.
                if error.code != EPIPE, error.code != ECONNRESET { throw error }
            }
            if let status = try receive(socket, path, by: deadline, output) { return status }
        } catch let error as SystemError {
            if error.code == ETIMEDOUT {
                throw AttachFailure(message: "the program did not complete its answer within \(answerTime)")
            }
            throw AttachFailure(message: "the connection failed: \(error)")
        }
        throw AttachFailure(message: "the program ended the connection before the answer was complete")
    }

    /// Writes the parts of the answer, and returns its status; nil if it is not complete.
    private func receive(
        _ socket: LocalSocket, _ path: String, by deadline: ContinuousClock.Instant, _ output: Console.Output
    ) throws -> Console.Status? {
        var line: [UInt8] = []
        while line.count <= AttachReply.largest {
            let part = try socket.receive(by: deadline)
            if part.isEmpty { return nil }
            for byte in part {
                guard byte == UInt8(ascii: "\n") else {
                    line.append(byte)
                    continue
                }
                guard let reply = AttachLine.decoded(line, as: AttachReply.self) else {
                    throw AttachFailure(message: "what answers at \"\(path)\" is not `container.attachable(at:)`")
                }
                line.removeAll()
                if let text = reply.output { output.write(text) }
                if let text = reply.complaint { output.complain(text) }
                if let status = reply.status { return Console.Status(rawValue: status) }
            }
        }
        return nil
    }
}

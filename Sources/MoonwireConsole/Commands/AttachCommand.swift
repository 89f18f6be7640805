import Foundation
import MoonwireSupport

/// `attach SOCKET COMMAND…`: runs a command in a running program.
package struct AttachCommand: Command {
    package let name = "attach"
    package let summary = "ask a running program that has called `container.attachable(at:)`"

    package init() {}

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
            guard let path = options.operands.first else { throw UsageError.noSocket }
            let rest = Array(invocation.arguments.dropFirst())
            let request = AttachRequest(
                program: "\(invocation.program) attach \(path)", arguments: rest.isEmpty ? ["--help"] : rest)
            let socket: LocalSocket
            do { socket = try LocalSocket(connectedTo: path) } catch let error as SystemError {
                throw UsageError.cannotConnect(path, error)
            }
            return try exchange(request, socket, invocation.output)
        }
    }

    private func exchange(_ request: AttachRequest, _ socket: LocalSocket, _ output: Console.Output) throws
        -> Console.Status
    {
        let line = try AttachLine.encoded(request)
        guard line.count <= AttachRequest.largest else {
            throw UsageError("the arguments exceed the limit of \(AttachRequest.largest) bytes")
        }
        do {
            do { try socket.send(line, by: nil) } catch let error as SystemError {
                // A program that answers no more calls has sent why.
                if error.code != EPIPE { throw error }
            }
            if let status = try receive(socket, output) { return status }
        } catch let error as SystemError {
            throw AttachFailure(message: "the connection failed: \(error)")
        }
        throw AttachFailure(message: "the program ended the connection before the answer was complete")
    }

    /// Writes the parts of the answer, and returns its status; nil if it is not complete.
    private func receive(_ socket: LocalSocket, _ output: Console.Output) throws -> Console.Status? {
        var line: [UInt8] = []
        while line.count <= AttachReply.largest {
            let part = try socket.receive(by: nil)
            if part.isEmpty { return nil }
            for byte in part {
                guard byte == UInt8(ascii: "\n") else {
                    line.append(byte)
                    continue
                }
                guard let reply = AttachLine.decoded(line, as: AttachReply.self) else { return nil }
                line.removeAll()
                if let text = reply.output { output.write(text) }
                if let text = reply.complaint { output.complain(text) }
                if let status = reply.status { return Console.Status(rawValue: status) }
            }
        }
        return nil
    }
}

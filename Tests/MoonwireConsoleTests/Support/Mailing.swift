import Moonwire

enum Security: String, Convertible, CaseIterable, Sendable { case plain, encrypted }

/// The types of an application whose scripts are checked.
final class Transport: Sendable, Exposed {
    static let exposure = Exposure(Transport.self) {
        Initializer("host", ExposedArgument("port", default: 25), ExposedArgument("security", default: .encrypted)) {
            Transport(host: $0, port: $1, security: $2)
        }
        Method("mailer", Transport.mailer, "sender")
    }

    let host: String
    let port: Int
    let security: Security

    init(host: String, port: Int, security: Security) {
        self.host = host
        self.port = port
        self.security = security
    }

    func mailer(sender: String) -> Mailer { Mailer(transport: self) }
}

final class Mailer: Sendable, Exposed {
    static let exposure = Exposure(Mailer.self) {
        Initializer("transport") { Mailer(transport: $0) }
        Property("transport", \.transport)
    }

    let transport: Transport

    init(transport: Transport) {
        self.transport = transport
    }
}

func mailingTypes() throws -> TypeRegistry {
    try TypeRegistry([Transport.self, Mailer.self])
}

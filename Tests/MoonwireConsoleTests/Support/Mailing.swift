import Moonwire

/// The types of an application whose scripts are checked.
final class Transport: Sendable, Exposed {
    static let exposure = Exposure(Transport.self) {
        Initializer("host", Argument("port", default: 25)) { Transport(host: $0, port: $1) }
        Method("mailer", Transport.mailer, "sender")
    }

    let host: String
    let port: Int

    init(host: String, port: Int) {
        self.host = host
        self.port = port
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

import Moonwire
import MoonwireSupport

/// A shop whose parts scenarios replace.
enum Shop {
    static let types: [any Exposed.Type] = [
        Checkout.self, BankGateway.self, RefusingGateway.self, RecordingGateway.self, Ledger.self, Stamp.self,
    ]

    static let script = """
        parameters { currency = "EUR", limits = { daily = 10, weekly = 50 } }
        service "gateway" { type = "BankGateway" }
        service "ledger" { type = "Ledger" }
        service "stamp" { type = "Stamp", args = { currency = "%currency%" }, scope = "transient" }
        service "checkout" { type = "Checkout", args = { gateway = ref.gateway, ledger = ref.ledger }, scope = "transient" }
        alias "till" "checkout"

        """

    static func container(
        _ text: String, _ register: (inout Registrations) throws -> Void = { _ in }
    ) throws -> Container {
        try Container(text: script + text, named: "shop.lua", types: types, environment: .test, register: register)
    }

    protocol Gateway: Sendable {
        func charge(_ amount: Int) throws
    }

    struct Refused: Error {}

    final class BankGateway: Gateway, Exposed {
        func charge(_ amount: Int) {}

        static let exposure = Exposure(BankGateway.self) {
            Initializer { BankGateway() }
            Provides { $0 as any Gateway }
        }
    }

    final class RefusingGateway: Gateway, Exposed {
        func charge(_ amount: Int) throws { throw Refused() }

        static let exposure = Exposure(RefusingGateway.self) {
            Initializer { RefusingGateway() }
            Provides { $0 as any Gateway }
        }
    }

    final class RecordingGateway: Gateway, Exposed {
        private let ledger: Ledger
        private let amounts = Lock<[Int]>([])

        init(ledger: Ledger) { self.ledger = ledger }

        var charged: [Int] { amounts.withLock { $0 } }

        func charge(_ amount: Int) { amounts.withLock { $0.append(amount) } }

        static let exposure = Exposure(RecordingGateway.self) {
            Initializer("ledger", body: RecordingGateway.init)
            Provides { $0 as any Gateway }
        }
    }

    final class Ledger: Exposed, Sendable {
        static let exposure = Exposure(Ledger.self) { Initializer { Ledger() } }
    }

    final class Stamp: Exposed, Sendable {
        let currency: String

        init(currency: String) { self.currency = currency }

        static let exposure = Exposure(Stamp.self) { Initializer("currency", body: Stamp.init) }
    }

    final class Checkout: Exposed, Sendable {
        let gateway: any Gateway
        let ledger: Ledger

        init(gateway: any Gateway, ledger: Ledger) {
            self.gateway = gateway
            self.ledger = ledger
        }

        func pay(_ amount: Int) throws { try gateway.charge(amount) }

        static let exposure = Exposure(Checkout.self) { Initializer("gateway", "ledger", body: Checkout.init) }
    }
}

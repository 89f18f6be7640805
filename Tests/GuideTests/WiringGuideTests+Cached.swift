import Moonwire
import MoonwireTesting
import Testing

private final class PriceList: Exposed, Sendable {
    let rates: ServiceProvider<ExchangeRates>

    init(rates: ServiceProvider<ExchangeRates>) { self.rates = rates }

    static let exposure = Exposure(PriceList.self) { Initializer("rates", body: PriceList.init) }
}

private final class ExchangeRates: Exposed, Sendable {
    static let exposure = Exposure(ExchangeRates.self) { Initializer { ExchangeRates() } }
}

private final class ExchangeRate: Exposed, Sendable {
    let pair: String

    init(from: String, to: String) { pair = from + to }

    static let exposure = Exposure(ExchangeRate.self) { Initializer("from", "to", body: ExchangeRate.init) }
}

/// The code about cached services in `Documentation/Wiring.md`, word for word.
@Suite struct CachedGuideTests {
    @Test func cached() throws {
        let clock = ManualClock()
        let script = #"""
            service "rates"  { type = "ExchangeRates", scope = { "cached", ttl = "15m" } }
            service "prices" { type = "PriceList", args = { rates = provider "rates" } }
            """#
        let types: [any Exposed.Type] = [ExchangeRates.self, PriceList.self]
        let container = try Container(text: script, types: types, environment: .dev) { $0.registerClock(clock) }
        let prices = try container.resolve("prices", as: PriceList.self)
        let first = try prices.rates()
        clock.advance(by: .seconds(899))
        #expect(try prices.rates() === first)
        clock.advance(by: .seconds(1))
        #expect(try prices.rates() !== first)
    }

    @Test func cachedForEachValue() throws {
        let script = #"""
            service "rate" {
                type = "ExchangeRate", args = { from = argument "from", to = argument "to" },
                scope = { "cached", ttl = "15m", limit = 200 },
            }
            """#
        let container = try Container(text: script, types: [ExchangeRate.self], environment: .dev)
        func rate(_ to: String) throws -> ExchangeRate {
            try container.resolve("rate", arguments: ["from": "EUR", "to": to])
        }
        let first = try rate("USD")
        #expect(first.pair == "EURUSD")
        #expect(try rate("USD") === first)
        #expect(try rate("SEK") !== first)
    }
}

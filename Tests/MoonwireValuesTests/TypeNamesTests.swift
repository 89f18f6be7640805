import Foundation
import MoonwireValues
import Testing

private protocol Driving {}
private protocol Container<Item> { associatedtype Item }
private final class Engine {}
private struct Repository<Model> { struct Row {} }
private enum Fuel { case diesel }

/// Names are asked of the runtime directly; they are those that `String(describing:)` and `String(reflecting:)` find more slowly.
@Suite struct TypeNamesTests {
    private static let types: [Any.Type] = [
        Int.self, String.self, Int?.self, Int??.self, [String].self, [String: [Int?]].self, Set<Int>.self, Void.self,
        (Int, label: String).self, ((Int) -> String).self, (@Sendable (Engine) throws -> Void).self, Any.self,
        AnyObject.self, (any Driving).self, (any Driving & Sendable).self, (any Container<Int>).self,
        (any Driving)?.self, Engine.self, Engine.Type.self, (any Driving).Type.self, Repository<Engine>.self,
        Repository<Repository<Fuel>>.Row.self, Fuel.self, Date.self, URL.self, Result<Int, any Error>.self,
        NSNumber.self, AnyKeyPath.self, KeyPath<String, Int>.self,
    ]

    @Test(arguments: types.indices) func namesAreThoseOfDescriptions(_ index: Int) {
        let type = Self.types[index]
        #expect(typeName(type) == String(describing: type))
        let qualified = String(reflecting: type)
        // What the runtime adds for private types.
        guard !qualified.contains("unknown context"), !qualified.contains(" in _") else { return }
        #expect(qualifiedTypeName(type) == qualified)
    }

    @Test func privateTypesHaveNamesWithoutTheirContexts() {
        #expect(
            qualifiedTypeName(Repository<Repository<Fuel>>.Row.self)
                == "MoonwireValuesTests.Repository<MoonwireValuesTests.Repository<MoonwireValuesTests.Fuel>>.Row")
    }

    @Test func privateProtocolWithArgumentsHasItsPlainName() {
        #expect(
            qualifiedTypeName((any Container<Int>).self)
                == "any MoonwireValuesTests.Container<Self.MoonwireValuesTests.Container.Item == Swift.Int>")
    }

    @Test func existentialsAreTypesOfProtocols() {
        #expect(isExistential((any Container<Int>).self))
        #expect(isExistential((any Driving).self))
        #expect(isExistential((any Driving & Sendable).self))
        for type in [Int.self, Engine.self, Engine.Type.self, (any Driving)?.self, Fuel.self] as [Any.Type] {
            #expect(!isExistential(type))
        }
    }
}

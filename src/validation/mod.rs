//! Turns the model into the validation plan, which the validators of every language read: the valid payloads, and the
//! reports about invalid ones. `docs/validation.md` describes the plan and its interpretation.
//!
//! | module | holds |
//! |---|---|
//! | [`plan`](mod@plan) | the plan itself |
//! | [`words`] | the sentences |
//! | [`vocabulary`] | the sentences about operations, which a domain can replace |
//! | [`build`] | types, fields, rules |
//! | [`problems`] | the types of problems, for a set that does not define them |
//! | [`levels`] | the objects of an output, level by level |
//! | [`hints`] | the right place for keys that are in the wrong place |
//! | [`assertion`] | the words of assertions |
//! | [`profile`] | the differences of a profile |
//! | [`patterns`] | the limits and character classes of regular expressions |

mod assertion;
mod build;
mod hints;
pub mod levels;
mod patterns;
mod plan;
mod problems;
mod profile;
mod vocabulary;
pub mod words;

use crate::model::Contract;
use crate::profile::Profile;

pub use build::since;
pub use patterns::Patterns;
pub use plan::{
    Added, Condition, Enum, Expr, Field, Hint, Inert, Keys, Lookup, Operation, PlanKind, ProblemTemplate, ProfilePlan,
    Row, Rule, Since, Strict, Struct, Type, Union, ValidationPlan,
};
pub use problems::problem_types;
pub use vocabulary::{NEUTRAL, Vocabulary};

/// Plans a contract and its profiles. `extend` adds the data of the set's features, to the plan of the set and to that
/// of each profile.
pub fn plan(
    contract: &Contract,
    profiles: &[Profile],
    vocabulary: &Vocabulary,
    extend: &dyn Fn(&Contract, &mut ValidationPlan),
) -> ValidationPlan {
    let whole = |contract: &Contract, with_types| {
        let mut plan = build::whole(contract, vocabulary, with_types);
        extend(contract, &mut plan);
        plan
    };
    let mut plan = whole(contract, contract.checks_values() || !profiles.is_empty());
    plan.profiles =
        profiles.iter().map(|it| (it.name.clone(), profile::profile(&plan, whole(&it.contract, true), it))).collect();
    plan
}

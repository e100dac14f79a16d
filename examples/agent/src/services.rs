//! The services of the garden, and the three ways in which a call of one can end badly.

use nucleo_runtime::tool::Refusal;
use serde_json::{Value, json};

use crate::answers::plant::Soil;
use crate::answers::search_catalogue::Light;
use crate::answers::{FrostDates, OrderSeeds, Plant, ReadSoil, SearchCatalogue};
use crate::model::Error;

/// Why a call has no result.
#[derive(Debug)]
pub enum Failure {
    /// The model's own doing: it is told what to send instead.
    Parameter(Refusal),
    /// The service's: the model is told that it has to do without.
    Service(String),
    /// Ours: no model can mend it, so the run ends and a person is told.
    System(Error),
}

/// The services that this process can reach.
#[derive(Debug, Clone, Copy)]
pub struct Services {
    /// How many beds have a sensor.
    pub beds: i64,
    /// Whether the program's own catalogue is there.
    pub has_catalogue: bool,
}

impl Services {
    /// The soil of a bed.
    pub fn soil(&self, input: &ReadSoil) -> Result<Value, Failure> {
        if i64::from(input.bed) > self.beds {
            let expected = format!("a bed with a sensor, which are 1 to {}", self.beds);
            return Err(Failure::Parameter(Refusal::of_parameter("read_soil", "bed", &expected)));
        }
        Ok(json!({ "bed": input.bed, "soil": "clay", "moisture": "wet", "light": "shade" }))
    }

    /// The plants of the catalogue.
    pub fn catalogue(&self, input: &SearchCatalogue) -> Result<Vec<Plant>, Failure> {
        if !self.has_catalogue {
            return Err(Failure::System("the file of the catalogue is missing".into()));
        }
        let plant = |name: &str, soil| Plant { name: name.to_owned(), soil, artifact_ref: None };
        let plants = match input.light {
            Light::Shade => {
                vec![plant("wild garlic", Soil::Wet), plant("lettuce", Soil::Any), plant("fern", Soil::Wet)]
            }
            Light::Sun => vec![plant("tomato", Soil::Dry), plant("thyme", Soil::Dry)],
        };
        Ok(plants.into_iter().take(input.most.into()).collect())
    }

    /// The last frost at a place.
    pub fn frost(&self, _: &FrostDates) -> Result<Value, Failure> {
        Err(Failure::Service("the weather service does not answer".to_owned()))
    }

    /// An order of seeds.
    pub fn order(&self, input: &OrderSeeds) -> Result<Value, Failure> {
        Ok(json!({ "ordered": input.packets }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn err_three_outcomes_are_told_apart() {
        let services = Services { beds: 8, has_catalogue: false };
        let Err(Failure::Parameter(refusal)) = services.soil(&ReadSoil { bed: 9 }) else { panic!("taken") };
        assert!(refusal.feedback().contains("- bed: expected a bed with a sensor, which are 1 to 8"));
        assert!(matches!(services.frost(&FrostDates { place: "Rome".into() }), Err(Failure::Service(_))));
        let search = SearchCatalogue { light: Light::Sun, most: 1 };
        assert!(matches!(services.catalogue(&search), Err(Failure::System(_))));
    }
}
